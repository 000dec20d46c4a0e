// Short sounds for those who asked for them: what was taken, placed and scored, one's own turn, the end.

import { pref } from "./prefs.js";

/** Plays one of them, if sounds are on; `now` also where they are just being switched on. */
export async function play(name, now = false) {
  if (!pref("sound") && !now) return;
  const { ring } = await import("./tones.js");
  ring(name);
}
