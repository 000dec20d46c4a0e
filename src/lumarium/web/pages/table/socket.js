// One connection to one table: comes back by itself, catches up with `since`, and repeats what was not answered.

import { changed } from "../../shared/changes.js";
import { lang } from "../../shared/i18n.js";
import { pref } from "../../shared/prefs.js";
import { helloTokens } from "../../shared/tokens.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const FINAL = new Set([4400, 4403, 4404, 4409, 4410]);
const REPEATED = new Set(["move", "undo"]);

export class TableSocket extends EventTarget {
  constructor(table) {
    super();
    this.table = table;
    this.held = null;
    this.chair = null;
    this.wait = FIRST_WAIT;
    this.number = 0;
    this.asked = new Map();
    this.ready = false;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${this.table}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event);
    this.tell("state", "connecting");
  }

  hello() {
    const message = { type: "hello", tokens: helloTokens(this.table), lang: lang(), prefs: { auto: pref("auto"), chair: this.chair, hidden: document.hidden } };
    if (this.held) message.since = this.held.scene.v;
    this.socket.send(JSON.stringify({ ...message, protocol: 2 }));
  }

  /** Asks something; resolves with the answer, rejects with the error message. */
  ask(type, body = {}) {
    const id = ++this.number;
    const message = { type, id, ...body };
    if (REPEATED.has(type)) message.key ||= crypto.randomUUID?.() || `${Date.now()}-${Math.random()}`;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { message, resolve, reject });
      if (this.ready) this.socket.send(JSON.stringify(message));
      else if (!REPEATED.has(type)) this.settle(id, { type: "error", code: "offline" });
    });
  }

  receive(message) {
    if (message.type === "welcome") this.welcomed();
    if (message.type === "changes") return this.follow(message);
    if (message.type === "scene") this.held = message;
    if (message.id !== undefined && this.asked.has(message.id)) this.settle(message.id, message);
    this.tell(message.type, message);
  }

  /** What changed since the scene that is held; where it does not fit, the whole of it is asked for. */
  follow({ change, ...facts }) {
    const scene = this.held?.seat === facts.seat ? changed(this.held.scene, change) : null;
    if (scene) this.receive({ ...this.held, ...facts, type: "scene", scene });
    else this.ask("whole").catch(() => {});
  }

  welcomed() {
    this.ready = true;
    this.wait = FIRST_WAIT;
    this.tell("state", "connected");
    // A move whose answer was lost carries its key: the server plays it once, whatever happened to the first try.
    for (const { message } of this.asked.values()) this.socket.send(JSON.stringify(message));
  }

  settle(id, answer) {
    const { resolve, reject } = this.asked.get(id);
    this.asked.delete(id);
    if (answer.type === "error") reject(answer);
    else resolve(answer);
  }

  lost(event) {
    this.ready = false;
    for (const [id, { message }] of this.asked) {
      if (!REPEATED.has(message.type)) this.settle(id, { type: "error", code: "offline" });
    }
    if (FINAL.has(event.code)) {
      this.tell("refused", { code: event.code });
      return;
    }
    this.tell("state", "lost");
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Back in view or online: do not wait for the timer. */
  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED && this.timer) this.connect();
  }

  /** Starts over, for instance with new tokens. */
  reconnect() {
    const old = this.socket;
    old.onclose = null;
    this.ready = false;
    this.connect();
    old.close();
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
