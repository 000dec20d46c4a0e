// The table page: brings socket, what is shown, and what can be asked together.

import { buildFrame, showRefusal } from "../../board/frame.js";
import { Showing } from "../../board/showing.js";
import { getJson, serverFacts } from "../../shared/api.js";
import { byId, button, h, icon, setAttr } from "../../shared/dom.js";
import { has, loadTexts, t } from "../../shared/i18n.js";
import { later, styled } from "../../shared/later.js";
import { setTitle, setTurn } from "../../shared/notices.js";
import { onPref, pref } from "../../shared/prefs.js";
import { dropLinks, settleSeat, takeFragment, tokensOf } from "../../shared/tokens.js";
import { TableSocket } from "./socket.js";
import { Tools } from "./tools.js";
import { Watching } from "./watching.js";

const SOON = 300;
const AROUND = 30000;
const id = location.pathname.split("/")[2];
takeFragment(id);
await loadTexts();
const state = { table: null, you: { seats: [], invited: [] }, scene: null, seat: null, names: [], knocks: [], canUndo: false, noUndo: "" };
const next = h("a", { id: "ui-next", class: "button bare", hidden: true, "aria-label": t("tool.next"), title: t("tool.next") }, icon("after"));
const root = buildFrame({
  bar: [next, button("ui-link", t("invite.copy"), () => state.table && use("menu", ({ openLink }) => openLink(id, state.table)), {
    icon: "link",
    kind: "bare desk",
  })],
  menu: { icon: "menu", label: t("menu.title"), onclick: () => state.table && use("menu", ({ openMenu }) => openMenu({ ...state, ask, id })) },
  stage: [
    h("div", { id: "ui-connection", class: "connection", role: "status", hidden: true }),
    h("div", { id: "ui-cards", class: "notice-cards", hidden: true }),
  ],
  below: h("section", { id: "ui-walk", class: "walk", "aria-label": t("look.title"), hidden: true }),
  drawer: [
    h("div", { id: "ui-clock", class: "clockbar", hidden: true }),
    h("p", { id: "ui-watching", class: "watching", hidden: true }),
  ],
  above: [
    h("section", { id: "ui-aid", class: "beside aid", "aria-label": t("aid.title"), hidden: true }),
    h("section", { id: "ui-insight", class: "beside insight", "aria-label": t("insight.title"), hidden: true }),
    h("section", { id: "ui-ending", class: "ending", hidden: true }),
  ],
});
root.dataset.connection = "connecting";
const facts = await serverFacts().catch(() => ({ games: [], phrases: {}, addresses: [] }));

const socket = new TableSocket(id);
const showing = new Showing({
  onPath: (path) => send("move", { v: state.scene.v, path }),
  prompt,
  askLog: async () => (await socket.ask("log")).lines,
  menu: (seat) => {
    const about = state.table.seats[seat];
    tools.seat(about, showing.players.actions(about, state.you.seats.includes(seat), state.you));
  },
});
const { teller, touch } = showing;
const gameHere = () => facts.games.find(({ name }) => name === state.table?.game);
let looking = null;
let insight = null;
/** What not everybody wants, or not at once. */
const parts = {
  aid: later(async () => {
    const sheets = ["/web/shared/markdown.css", "/web/shared/beside.css", "/web/pages/table/aid.css"];
    const [{ Aid }] = await Promise.all([import("./aid.js"), ...sheets.map(styled)]);
    return new Aid(byId("ui-aid"), gameHere);
  }),
  clocks: later(async () => {
    const [{ Clocks }] = await Promise.all([import("./clocks.js"), styled("/web/pages/table/clocks.css")]);
    return new Clocks(showing, socket, ask);
  }),
  door: later(() => import("./door.js")),
  ending: later(async () => {
    const [{ Ending }] = await Promise.all([import("./ending.js"), styled("/web/pages/table/ending.css")]);
    return new Ending(byId("ui-ending"), id, { ask, refuse, told: () => teller.told(), onclose: show });
  }),
  insight: later(async () => {
    const sheets = ["/web/shared/beside.css", "/web/board/insight.css"];
    const [{ Insight }] = await Promise.all([import("../../board/insight.js"), ...sheets.map(styled)]);
    return (insight = new Insight(byId("ui-insight"), showing, know));
  }),
  lobby: later(async () => {
    const { Lobby } = await import("./lobby.js");
    return new Lobby(byId("ui-lobby"), id, socket, facts, refuse);
  }),
  looking: later(async () => {
    const { Looking } = await import("./looking.js");
    return (looking = new Looking(byId("ui-walk"), showing, {
      ask: (at) => socket.ask("look", { at }),
      now: () => arrive(state.latest, false),
      goOn: async (to) => (await send("undo", { v: state.scene.v, to })) && looking.close(),
      refuse,
    }));
  }),
  menu: later(() => import("./menu.js")),
  questions: later(async () => {
    const [{ Questions }, { Cards }] = await Promise.all([import("./questions.js"), import("./cards.js")]);
    const cards = new Cards(byId("ui-cards"), byId("ui-live"));
    return new Questions(cards, id, { ask, say: (text) => teller.say(text) });
  }),
  rematch: later(() => import("./rematch.js")),
};
const watching = new Watching(byId("ui-watching"), (chair) => (socket.chair = chair, ask("prefs", { chair })));
const use = (part, act) => parts[part]().then(act).catch(refuse);
const tools = new Tools(
  byId("ui-tools"),
  {
    aid: () => use("aid", (aid) => aid.toggle()),
    know: () => use("insight", () => insight.toggle()),
    undo,
    hint,
    say: (phrase) => (showing.drawer.close(), ask("say", { phrase, ...speaker() })),
    result: () => use("ending", (ending) => ending.open()),
    look: () => (showing.drawer.close(), use("looking", () => looking.open(state.stand))),
    handOver: (seat, level) => ask("hand_over", { seat, level }),
    takeBack: (seat) => ask("take_back", { seat }),
  },
  facts.phrases,
  () => gameHere()?.levels || [],
);

/** Where else it is this player's turn: the table that waits longest. Asked when there is time for it. */
async function lookAround() {
  if (document.hidden || !state.you.seats.length) return;
  const { tables } = await getJson("/api/tables?mine=1");
  const waiting = tables.filter((row) => row.your_turn && row.id !== id).sort((a, b) => a.since - b.since);
  next.hidden = !waiting.length;
  if (waiting.length) next.href = `/t/${waiting[0].id}`;
}
setInterval(() => lookAround().catch(() => {}), AROUND);
document.addEventListener("visibilitychange", () => {
  if (socket.ready) socket.ask("prefs", { hidden: document.hidden }).catch(() => {});
});

onPref((name, value) => name === "auto" && ask("prefs", { auto: value }));

function ask(type, body) {
  return socket.ask(type, body).catch(refuse);
}

/** A decision: what was begun is shown as done only when the server says so. */
function send(type, body) {
  const several = state.you.seats.length > 1 && state.seat !== null;
  touch.pause();
  root.dataset.sending = "";
  // A cursor is inherited by every piece: for the moment that a decision mostly takes, no board is styled anew.
  const slow = setTimeout(() => (root.dataset.slow = ""), SOON);
  const message = several ? { ...body, seat: state.seat } : body;
  return socket
    .ask(type, message)
    .catch((error) => {
      refuse(error);
      showing.reoffer();
    })
    .finally(() => {
      clearTimeout(slow);
      delete root.dataset.slow;
      delete root.dataset.sending;
    });
}

/** Who says it: of several own seats the one that is shown, and a spectator by name. */
function speaker() {
  const { length } = state.you.seats;
  return length > 1 ? { seat: state.seat } : length ? {} : { name: pref("name") };
}

/** Takes back, asks the others for it, or says why it cannot be. */
async function undo() {
  if (!state.canUndo) return teller.say(state.noUndo, "note");
  const answer = await send("undo", { v: state.scene.v });
  if (answer?.asked) showing.reoffer();
}

async function hint() {
  const answer = await ask("hint", { v: state.scene.v });
  if (!answer || answer.v !== state.scene.v) return;
  showing.hint(answer.path || []);
  teller.say(answer.text.charAt(0).toUpperCase() + answer.text.slice(1), "hint");
}

async function know(wanted) {
  const several = state.you.seats.length > 1 ? { seat: state.seat } : {};
  const answer = await socket.ask("know", { v: state.scene.v, ...several, ...wanted });
  return answer.known || answer.topic;
}

function refuse(error) {
  teller.say(error.text || error.message || t("error.offline"), "error");
  return null;
}

function prompt(asked) {
  const { table, scene, seat } = state;
  if (looking?.on) return looking.word(looking.walk.at);
  if (table?.clock?.paused) return t("clock.paused");
  const text = asked || (table ? t(`phase.${table.phase}`) : "");
  if (scene?.status === "turn" && state.you.seats.length > 1) return `${state.names[seat]}: ${text}`;
  return table?.phase === "playing" && !state.you.seats.length ? t("watch.prompt", { text }) : text;
}

function factsOnRoot({ phase, game, thinking }, scene) {
  setAttr(root, "data-phase", phase);
  setAttr(root, "data-game", game);
  setAttr(root, "data-status", phase === "playing" || phase === "over" ? scene?.status || "" : "");
  setAttr(root, "data-thinking", thinking ? "" : null);
}

function show() {
  const { table, you } = state;
  if (!table) return;
  const scene = state.scene && { ...state.scene, status: showing.status };
  const game = gameHere();
  setTitle(`${game?.title || table.game} · Lumarium`);
  factsOnRoot(table, scene);
  wait(table);
  tools.update({ ...state, scene, game });
  showing.people(table.seats, you);
  finish(table);
  if (table.clock) use("clocks", (clocks) => clocks.update(state));
  if (table.clock?.paused || table.clock?.asking || table.asking || table.waits || table.next || state.knocks.length || byId("ui-cards").childElementCount)
    use("questions", (questions) => questions.update(state));
  watching.update(table, you, !game?.private);
  showing.prompt();
  const mine = scene?.status === "turn" && table.phase === "playing";
  if (state.mine !== mine) lookAround().catch(() => {});
  state.mine = mine;
  setTurn(mine);
}

let begins = null;
/** Before the start. A full table mostly starts in a moment: no lobby flashes up for that. */
function wait({ phase, seats }) {
  const shown = !byId("ui-lobby").hidden;
  const update = () => use("lobby", (lobby) => lobby.update(state.table, state.you));
  clearTimeout(begins);
  if (shown || (phase === "waiting" && seats.some(({ kind }) => kind === "open"))) update();
  else if (phase === "waiting") begins = setTimeout(update, SOON);
}

/** The result, and whatever comes after it. */
function finish({ phase }) {
  const over = phase === "over" || phase === "closed";
  if (!over) state.live = true;
  else use("ending", (ending) => ending.update(state));
}

socket.addEventListener("table", ({ detail }) => {
  state.table = detail.table;
  state.you = detail.you;
  state.knocks = detail.knocks;
  settleSeat(id, detail.you.seats);
  showing.prepare(detail.table.game);
  const game = gameHere();
  if (game) showing.log.about(game);
  show();
  share();
  again();
});

socket.addEventListener("scene", ({ detail }) => arrive(detail));

/** What lies on the table now. Whoever looks back is told, and not thrown out. */
async function arrive(detail, tell = true) {
  const { scene, seat, can_undo: canUndo, no_undo: noUndo, moves, players: names } = detail;
  state.latest = detail;
  if (scene.status === "over") looking?.close();
  if (!looking?.on) await showing.show({ scene, seat }, { seats: state.table.seats, you: state.you, tell });
  Object.assign(state, { scene, seat, canUndo, noUndo, stand: moves, names });
  looking?.reach(moves, scene.status === "turn");
  show();
  if (!touch.held) insight?.update();
}

showing.addEventListener("ask", () => (show(), insight?.update()));

/** The share of the luck that this browser gives, once the server has committed to its own. */
function share() {
  const key = `lumarium.nonce.${id}`;
  if (state.table.phase !== "waiting" || !state.you.seats.length || sessionStorage.getItem(key)) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(key, nonce);
  socket.ask("nonce", { nonce }).catch(() => {});
}

socket.addEventListener("said", ({ detail: { seat, name, text } }) => {
  const who = seat === null ? t("watch.said", { name: name || t("door.somebody") }) : name;
  teller.say(`${who}: ${text}`, "said");
  showing.log.said(`${who}: ${text}`);
});
/** "Play again with the same people", from the list of one's finished games. */
function again() {
  const asked = location.search === "?again" && state.table.phase === "over" && state.you.seats.length;
  if (!asked) return;
  history.replaceState(history.state, "", location.pathname);
  use("rematch", ({ playAgain }) => playAgain(id, state.table, ask));
}

let reason = null;
socket.addEventListener("error", ({ detail }) => {
  if (detail.id === undefined) reason = detail;
  if (detail.id === undefined && socket.ready) refuse(detail);
});
let gap = null;
socket.addEventListener("state", ({ detail }) => {
  root.dataset.connection = detail;
  const box = byId("ui-connection");
  if (detail === "connected") {
    clearTimeout(gap);
    gap = null;
    box.hidden = true;
    return;
  }
  // A short gap is nobody's business.
  gap ??= setTimeout(() => {
    box.textContent = t("connection.lost");
    box.hidden = false;
  }, 1200);
});
socket.addEventListener("refused", ({ detail }) => {
  if (tokensOf(id).links.length && detail.code === 4403) {
    dropLinks(id);
    if (Object.keys(tokensOf(id).seats).length) return socket.connect();
  }
  const text = has(`refused.${detail.code}`) ? t(`refused.${detail.code}`) : reason?.text;
  if (detail.code === 4403 || detail.code === 4409) return use("door", ({ showDoor }) => showDoor(id, text, () => socket.connect()));
  showRefusal(t("refused.title"), text, h("a", { class: "button primary", href: "/" }, t("nav.home")));
});
