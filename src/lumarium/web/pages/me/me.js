// My games: all tables of this person, how they are told, and their devices.

import { getJson, postJson } from "../../shared/api.js";
import { byId, h } from "../../shared/dom.js";
import { lang, t } from "../../shared/i18n.js";
import { failure, main, startPage } from "../page.js";
import { live, showTables } from "../rows.js";
import { channelsCard } from "./channels.js";
import { askToJoin, dataCard, deviceName, devicesCard } from "./devices.js";
import { passkeysCard } from "./passkeys.js";

const AGAIN = 10000;
await startPage("me.title");
const next = h("a", { id: "ui-me-next", class: "button primary", hidden: true }, t("me.next"));
const none = h("p", { class: "soft", id: "ui-me-none", hidden: true }, t("me.none"));
main.append(h("div", { class: "me-head" }, h("h1", { class: "page-title" }, t("me.title")), next), none);

/** Each list and what belongs into it; what fits nowhere before is in the last. */
const LISTS = [
  ["turn", (row) => row.your_turn],
  ["paused", (row) => row.own.length && row.paused],
  ["playing", (row) => row.own.length && row.phase === "playing"],
  ["waiting", (row) => row.own.length && row.phase === "waiting"],
  ["watched", (row) => !row.own.length && live(row)],
  ["done", () => true],
];
const sections = LISTS.map(([name]) => h("section", { id: `ui-me-${name}`, class: "tables", hidden: true }));
const people = h("div", { class: "me-cards" });
const said = h("p", { id: "ui-me-said", class: "notice", role: "alert", hidden: true });
main.append(...sections, said, people);

async function showGames() {
  const { tables } = await getJson("/api/tables?mine=1");
  const lists = LISTS.map(() => []);
  for (const row of tables) lists[LISTS.findIndex(([, fits]) => fits(row))].push(row);
  lists[0].sort((a, b) => a.since - b.since);
  await Promise.all(sections.map((section, at) => showTables(section, lists[at], t(`me.${LISTS[at][0]}`), 100)));
  next.hidden = !lists[0].length;
  if (lists[0].length) next.href = `/t/${lists[0][0].id}`;
  none.hidden = tables.length > 0;
}

/** Asks the house something about this person, and shows what it says, unless more is asked at once. */
async function act(path, body = {}, more = false) {
  said.hidden = true;
  try {
    const me = await postJson(path, body);
    if (!more) show(me);
    return true;
  } catch (error) {
    say(error.message);
    return false;
  }
}

function say(text) {
  said.textContent = text;
  said.hidden = false;
  said.scrollIntoView({ block: "nearest" });
}

/** The same for whoever may be unknown yet: from now on more is kept of them than seats. */
const change = (changes = {}, more = false) =>
  act(
    "/api/me",
    { device: deviceName(), lang: lang(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...changes },
    more,
  );

function show(me) {
  const focused = document.activeElement?.id;
  people.replaceChildren(
    channelsCard(me, { act, change, reload }),
    h("div", {}, devicesCard(me, { act, change }), passkeysCard(me, { act, change, say, done: showGames }), dataCard()),
  );
  if (focused) byId(focused)?.focus();
}

const reload = async () => {
  const me = await getJson("/api/me");
  show(me);
  return me;
};

try {
  await Promise.all([showGames(), reload()]);
} catch (error) {
  main.append(failure(error));
}
askToJoin(act, showGames);
setInterval(() => document.hidden || showGames().catch(() => {}), AGAIN);
