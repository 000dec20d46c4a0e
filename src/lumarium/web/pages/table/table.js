// The table page: brings socket, what is shown, and what can be asked together.

import { buildFrame, showRefusal } from "../../board/frame.js";
import { Showing } from "../../board/showing.js";
import { serverFacts } from "../../shared/api.js";
import { byId, button, h, setAttr, setText } from "../../shared/dom.js";
import { has, loadTexts, t } from "../../shared/i18n.js";
import { setTitle, setTurn } from "../../shared/notices.js";
import { onPref, pref } from "../../shared/prefs.js";
import { dropLinks, settleSeat, takeFragment, tokensOf } from "../../shared/tokens.js";
import { Aid } from "./aid.js";
import { Cards } from "./cards.js";
import { answerDoor, showDoor } from "./door.js";
import { Ending } from "./ending.js";
import { Lobby } from "./lobby.js";
import { Looking } from "./looking.js";
import { openLink, openMenu } from "./menu.js";
import { TableSocket } from "./socket.js";
import { Tools } from "./tools.js";

const id = location.pathname.split("/")[2];
takeFragment(id);
await loadTexts();
const state = { table: null, you: { seats: [], invited: [] }, scene: null, seat: null, names: [], canUndo: false, noUndo: "" };
const root = buildFrame({
  bar: button("ui-link", t("invite.copy"), () => state.table && openLink(id, state.table), {
    icon: "link",
    kind: "bare desk",
  }),
  menu: { icon: "menu", label: t("menu.title"), onclick: () => state.table && openMenu({ ...state, ask, id }) },
  stage: [
    h("div", { id: "ui-connection", class: "connection", role: "status", hidden: true }),
    h("div", { id: "ui-cards", class: "notice-cards", hidden: true }),
  ],
  below: h("section", { id: "ui-walk", class: "walk", "aria-label": t("look.title"), hidden: true }),
  drawer: h("p", { id: "ui-watching", class: "watching", hidden: true }),
  above: [
    h("section", { id: "ui-aid", class: "aid", "aria-label": t("aid.title"), hidden: true }),
    h("section", { id: "ui-ending", class: "ending", hidden: true }),
  ],
});
root.dataset.connection = "connecting";
const facts = await serverFacts().catch(() => ({ games: [], levels: [], phrases: {}, addresses: [] }));

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
const lobby = new Lobby(byId("ui-lobby"), id, socket, facts, refuse);
const ending = new Ending(byId("ui-ending"), id, socket, refuse, () => teller.told(), show);
const cards = new Cards(byId("ui-cards"), byId("ui-live"));
const looking = new Looking(byId("ui-walk"), showing, {
  ask: (at) => socket.ask("look", { at }),
  now: () => arrive(state.latest, false),
  goOn: async (to) => (await send("undo", { v: state.scene.v, to })) && looking.close(),
  refuse,
});
const gameHere = () => facts.games.find(({ name }) => name === state.table?.game);
const aid = new Aid(byId("ui-aid"), gameHere);
const tools = new Tools(
  byId("ui-tools"),
  {
    aid: () => aid.toggle(),
    undo,
    hint,
    say: (phrase) => ask("say", { phrase, ...speaker() }),
    result: () => ending.open(),
    look: () => looking.open(state.stand),
    handOver: (seat, level) => ask("hand_over", { seat, level }),
    takeBack: (seat) => ask("take_back", { seat }),
  },
  facts,
);

onPref((name, value) => name === "auto" && ask("prefs", { auto: value }));

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
      showing.reoffer();
    })
    .finally(() => delete root.dataset.sending);
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

/** What is asked of the others, of whoever wants to take a move back. */
function asking({ asking: asked, phase }) {
  const open = asked && phase === "playing" && asked.v === state.scene?.v ? asked : null;
  const name = (seat) => state.names[seat] || "";
  const mine = open && state.you.seats.includes(open.seat);
  const answer = (allow) => ask("allow", { v: open.v, allow });
  if (!open || open.refused !== null || mine) cards.set("ui-asking", "");
  if (!open) return;
  if (mine && open.refused !== null) teller.say(t("undo.refused", { name: name(open.refused) }), "note");
  else if (mine) cards.set("ui-asking", t("undo.waiting", { names: open.waiting.map(name).join(", ") }));
  else if (open.refused === null && open.waiting.some((seat) => state.you.seats.includes(seat)))
    cards.set("ui-asking", t("undo.ask", { name: name(open.seat) }), [
      ["ui-allow", t("undo.allow"), () => answer(true), { icon: "check", kind: "primary small" }],
      ["ui-refuse", t("undo.refuse"), () => answer(false), { icon: "close", kind: "small" }],
    ]);
}

async function hint() {
  const answer = await ask("hint", { v: state.scene.v });
  if (!answer || answer.v !== state.scene.v) return;
  showing.hint(answer.path || []);
  teller.say(answer.text.charAt(0).toUpperCase() + answer.text.slice(1), "hint");
}

function refuse(error) {
  teller.say(error.text || error.message || t("error.offline"), "error");
  return null;
}

function prompt(asked) {
  const { table, scene, seat } = state;
  if (looking.on) return looking.word(looking.walk.at);
  const text = asked || (table ? t(`phase.${table.phase}`) : "");
  return scene?.status === "turn" && state.you.seats.length > 1 ? `${state.names[seat]}: ${text}` : text;
}

/** Spectators are told that they are, and players how many there are. */
function watching({ phase, watchers }, you) {
  const label = byId("ui-watching");
  const shown = phase !== "waiting" && (!you.seats.length || watchers > 0);
  label.hidden = !shown;
  setText(label, shown ? t(you.seats.length ? "watch.count" : "watch.you", { n: watchers }) : "");
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
  lobby.update(table, you);
  tools.update({ ...state, scene, game });
  showing.people(table.seats, you);
  ending.update(table, you, state.scene, state.names);
  asking(table);
  ending.invite(cards, table, you);
  watching(table, you);
  showing.prompt();
  setTurn(scene?.status === "turn" && table.phase === "playing");
}

socket.addEventListener("table", ({ detail }) => {
  state.table = detail.table;
  state.you = detail.you;
  settleSeat(id, detail.you.seats);
  answerDoor(cards, detail.knocks, detail.table, id, ask);
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
  if (scene.status === "over") looking.close();
  if (!looking.on) await showing.show({ scene, seat }, { seats: state.table.seats, you: state.you, tell });
  Object.assign(state, { scene, seat, canUndo, noUndo, stand: moves, names });
  looking.reach(moves, scene.status === "turn");
  show();
}

showing.addEventListener("ask", show);

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
  ending.next(state.table);
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
  if (detail.code === 4403 || detail.code === 4409) return showDoor(id, text, () => socket.connect());
  showRefusal(t("refused.title"), text, h("a", { class: "button primary", href: "/" }, t("nav.home")));
});
