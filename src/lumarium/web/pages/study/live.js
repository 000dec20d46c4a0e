// One connection to one study: comes back by itself, catches up, and repeats the changes that were not stored yet.

import { lang } from "../../shared/i18n.js";
import { pref } from "../../shared/prefs.js";
import { helloTokens } from "../../shared/tokens.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const FINAL = new Set([4400, 4403, 4404, 4410]);

export class Live extends EventTarget {
  constructor(study) {
    super();
    Object.assign(this, { study, since: -1, wait: FIRST_WAIT, number: 0, asked: new Map(), ready: false });
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/study/${this.study}`);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    socket.onclose = (event) => socket === this.socket && this.lost(event);
  }

  hello() {
    const message = { type: "hello", tokens: helloTokens(this.study), name: pref("name"), lang: lang(), since: this.since };
    this.socket.send(JSON.stringify(message));
  }

  /** Asks something; a change is asked again until it is stored, everything else fails with the connection. */
  ask(type, body) {
    const id = ++this.number;
    const message = { type, id, ...body };
    return new Promise((resolve, reject) => {
      this.asked.set(id, { message, resolve, reject });
      if (this.ready) this.socket.send(JSON.stringify(message));
      else if (type !== "edit") this.settle(id, { type: "error", code: "offline" });
    });
  }

  receive(message) {
    if (message.type === "welcome") {
      Object.assign(this, { ready: true, wait: FIRST_WAIT });
      for (const { message: waiting } of this.asked.values()) this.socket.send(JSON.stringify(waiting));
    }
    if (message.type === "edits") this.since = message.v;
    this.tell(message.type, message);
    if (Number.isInteger(message.id) && this.asked.has(message.id)) this.settle(message.id, message);
  }

  settle(id, answer) {
    const { resolve, reject } = this.asked.get(id);
    this.asked.delete(id);
    if (answer.type === "error") reject(answer);
    else resolve(answer);
  }

  lost({ code }) {
    this.ready = false;
    for (const [id, { message }] of this.asked)
      if (message.type !== "edit") this.settle(id, { type: "error", code: "offline" });
    if (FINAL.has(code)) return this.tell("refused", { code });
    this.tell("lost", {});
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 1.8, LONGEST_WAIT);
  }

  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED && this.timer) this.connect();
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
