// How far this browser's user has come in the first-game guides.

const KEY = "lumarium.guides";

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {};
  }
}

/** The name of the step where the guide was left, and whether it was finished or declined. */
export const progress = (game) => ({ step: null, done: false, declined: false, ...stored()[game] });

export function keepProgress(game, change) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [game]: { ...progress(game), ...change } }));
  } catch {
    // Without storage every visit begins at the first step.
  }
}

/** Is there a guide that this user has neither finished nor declined? */
export function worthOffering(game) {
  const { done, declined } = progress(game.name);
  return Boolean(game.guide) && !done && !declined;
}
