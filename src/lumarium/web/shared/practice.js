// What this browser's user has practised, and the positions of their own games with which much was lost.

const KEY = "lumarium.drills";
const MOST_RECORDS = 12;

function stored() {
  try {
    return { known: {}, games: [], ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return { known: {}, games: [] };
  }
}

function store(change) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), ...change }));
  } catch {
    // Without storage, or with a full one, nothing is remembered.
  }
}

/** Drills by their ids: how often they were answered right and wrong, and whether right the last time. */
export const practised = () => stored().known;

/** One more answer. */
export function keepAnswer(id, right) {
  const { known } = stored();
  const before = known[id] || { right: 0, wrong: 0 };
  const now = { ...before, [right ? "right" : "wrong"]: before[right ? "right" : "wrong"] + 1, last: right };
  store({ known: { ...known, [id]: now } });
}

/** The games of one's own that were reviewed: { id, game, record, drills: [{ at, title }] }, the latest first. */
export const ownGames = () => stored().games;

/** A game was reviewed: what cost much there can be practised. */
export function keepGame(game, record, drills) {
  // The last checksum of a record stands for all of it.
  const id = record.trim().split('"check":"').at(-1).slice(0, -2);
  const games = stored().games.filter((each) => each.id !== id);
  if (drills.length) store({ games: [{ id, game, record, drills }, ...games].slice(0, MOST_RECORDS) });
}
