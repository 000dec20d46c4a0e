// The table page: brings socket, board, touch and panels together.

import { serverFacts } from "./api.js";
import { byId, h, icon, setAttr, setText } from "./dom.js";
import { Ending } from "./ending.js";
import { LastMove, storyOrder, Teller } from "./events.js";
import { has, lang, loadTexts, t } from "./i18n.js";
import { Keys } from "./keys.js";
import { Lobby } from "./lobby.js";
import { openMenu } from "./menu.js";
import { setTitle, setTurn } from "./notices.js";
import { LogList, Players, ScoreCard } from "./panels.js";
import { Pointer } from "./pointer.js";
import { onPref } from "./prefs.js";
import { Board } from "./scene.js";
import { TableSocket } from "./socket.js";
import { Spotlight } from "./spotlight.js";
import { StepChips } from "./step.js";
import { dropLinks, takeFragment, tokensOf } from "./tokens.js";
import { Tools } from "./tools.js";
import { Touch } from "./touch.js";
import { Drawer } from "./drawer.js";

const id = location.pathname.split("/")[2];
takeFragment(id);
await loadTexts();
const facts = await serverFacts().catch(() => ({ games: [], levels: [], phrases: {}, addresses: [] }));

const root = byId("ui-root");
const state = { table: null, you: { seats: [], invited: [] }, scene: null, seat: null, names: [], canUndo: false };
const board = new Board(byId("ui-stage"));
const socket = new TableSocket(id);
const touch = new Touch(board, (path) => send("move", { v: state.scene.v, path }));
const spotlight = new Spotlight(board);
const teller = new Teller(board, byId("ui-line"), byId("ui-live"));
const last = new LastMove(board);
const drawer = new Drawer(byId("ui-side"));
const card = new ScoreCard(root);
const lobby = new Lobby(byId("ui-lobby"), id, socket, facts, refuse);
const ending = new Ending(byId("ui-ending"), id, socket, refuse);
const log = new LogList(byId("ui-log"), async () => (await socket.ask("log")).lines);
const tools = new Tools(
  byId("ui-tools"),
  {
    undo: () => send("undo", { v: state.scene.v }),
    hint,
    say: (phrase) => ask("say", state.you.seats.length > 1 ? { phrase, seat: state.seat } : { phrase }),
    result: () => ending.open(),
    handOver: (seat, level) => ask("hand_over", { seat, level }),
    takeBack: (seat) => ask("take_back", { seat }),
  },
  facts,
);
const players = new Players(byId("ui-players"), byId("ui-chips"), card, {
  look: (seat) => (drawer.close(), spotlight.enter(seat)),
  openDrawer: () => drawer.toggle(),
  menu: (seat) =>
    tools.seat(
      state.table.seats[seat],
      players.actions(state.table.seats[seat], state.you.seats.includes(seat), state.you),
    ),
});
new Pointer(board, touch, spotlight, () => state.seat);
new Keys(board, touch);
new StepChips(byId("ui-step"), touch, spotlight);
teller.addEventListener("seat", ({ detail }) => players.light(detail));
touch.addEventListener("step", prompt);
touch.addEventListener("any", () => teller.skip());

byId("ui-home").append(icon("home"));
setAttr(byId("ui-home"), "aria-label", t("nav.home"));
byId("ui-menu-open").append(icon("menu"));
setAttr(byId("ui-menu-open"), "aria-label", t("menu.title"));
byId("ui-menu-open").addEventListener("click", () => state.table && openMenu({ ...state, ask, id }));
onPref((name, value) => {
  if (name === "lang") location.reload();
  else if (name === "auto") ask("prefs", { auto: value });
  else if (name === "theme") board.paint();
});

function ask(type, body) {
  return socket.ask(type, body).catch(refuse);
}

/** A decision: what was begun is shown as done only when the server says so. */
function send(type, body) {
  const several = state.you.seats.length > 1 && state.seat !== null;
  touch.pause();
  root.dataset.sending = "";
  const message = several ? { ...body, seat: state.seat } : body;
  return socket
    .ask(type, message)
    .catch((error) => {
      refuse(error);
      touch.offer(state.scene.actions);
    })
    .finally(() => delete root.dataset.sending);
}

async function hint() {
  const answer = await ask("hint", { v: state.scene.v });
  if (!answer || answer.v !== state.scene.v) return;
  for (const piece of board.pieces.values()) piece.mark("hint", answer.path?.includes(piece.id));
  teller.say(answer.text.charAt(0).toUpperCase() + answer.text.slice(1), "hint");
}

function refuse(error) {
  teller.say(error.text || error.message || t("error.offline"), "error");
  return null;
}

function prompt() {
  const { table, scene, seat } = state;
  if (!table) return;
  let text = scene?.prompt || t(`phase.${table.phase}`);
  if (touch.asking) text = t("touch.ask");
  else if (touch.path.touched.length && !touch.busy) text = t(touch.path.canStop ? "touch.next_or_stop" : "touch.next");
  else if (scene?.status === "turn" && state.you.seats.length > 1) text = `${state.names[seat]}: ${text}`;
  setText(byId("ui-prompt"), text);
  setAttr(byId("ui-prompt"), "data-long", text.length > 60 ? "" : null);
}

function facts_on_root() {
  const { table, scene, seat } = state;
  setAttr(root, "data-phase", table?.phase || "");
  setAttr(root, "data-game", table?.game || "");
  setAttr(root, "data-status", table?.phase === "playing" || table?.phase === "over" ? scene?.status || "" : "");
  setAttr(root, "data-seat", seat ?? "");
  setAttr(root, "data-v", scene?.v ?? "");
  setAttr(root, "data-thinking", table?.thinking ? "" : null);
}

function show() {
  const { table, you, scene } = state;
  if (!table) return;
  const game = facts.games.find(({ name }) => name === table.game);
  setTitle(`${game?.title || table.game} · Lumarium`);
  facts_on_root();
  lobby.update(table, you);
  tools.update({ ...state, game });
  if (scene) players.update(scene.panels, table.seats, you, (seat) => seat !== state.seat && seat !== undefined);
  if (scene) {
    if (game) log.about(game);
    log.show(scene.log);
  }
  ending.update(table, you, scene, state.names);
  prompt();
  setTurn(scene?.status === "turn" && table.phase === "playing");
}

let sheet = null;
const prepared = (game) => (sheet ||= board.prepare(game));

socket.addEventListener("table", async ({ detail }) => {
  state.table = detail.table;
  state.you = detail.you;
  prepared(detail.table.game);
  show();
  share();
});

/** Scenes are shown in the order in which they came, also while the sheet is still on its way. */
let queue = Promise.resolve();
socket.addEventListener("scene", ({ detail }) => {
  queue = queue.then(() => prepared(detail.scene.game)).then(() => arrive(detail));
});

function arrive({ scene, seat, can_undo: canUndo, players: names }) {
  const before = state.scene;
  Object.assign(state, { scene, seat, canUndo, names });
  const ids = new Set(scene.pieces.map((piece) => piece.id));
  const changed = board.apply(scene, storyOrder(scene.events, ids));
  if (before && before.v === scene.v && JSON.stringify(before.actions) === JSON.stringify(scene.actions)) touch.resume();
  else touch.offer(scene.actions);
  for (const piece of board.pieces.values()) piece.mark("hint", false);
  const decided = scene.v === before?.v + 1 ? before.panels.find(({ active }) => active)?.seat : null;
  if (before) last.update(scene.events, changed, touch.offered, state.you.seats, decided);
  if (spotlight.seat !== null) spotlight.show();
  if (before) teller.tell(scene.events);
  if (scene.status === "turn" && before?.status !== "turn") byId("ui-live-turn").textContent = scene.prompt;
  show();
  if (!before && scene.v === 0 && scene.status !== "over")
    teller.say(facts.games.find(({ name }) => name === scene.game)?.summary ?? "");
}

/** The share of the luck that this browser gives, once the server has committed to its own. */
function share() {
  const key = `lumarium.nonce.${id}`;
  if (state.table.phase !== "waiting" || !state.you.seats.length || sessionStorage.getItem(key)) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(key, nonce);
  socket.ask("nonce", { nonce }).catch(() => {});
}

socket.addEventListener("said", ({ detail }) => teller.say(`${detail.name}: ${detail.text}`, "said"));
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
  root.dataset.phase = "refused";
  const text = has(`refused.${detail.code}`) ? t(`refused.${detail.code}`) : reason?.text;
  byId("ui-prompt").textContent = text;
  byId("ui-lobby").hidden = false;
  byId("ui-lobby").replaceChildren(
    h(
      "div",
      { class: "lobby-inner refused", id: "ui-refused", "data-code": detail.code },
      h("h1", {}, t("refused.title")),
      h("p", {}, text),
      h("a", { class: "button primary", href: "/" }, t("nav.home")),
    ),
  );
});
document.documentElement.lang = lang();
