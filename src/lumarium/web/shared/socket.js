// One connection to one table or study: comes back by itself and repeats what must not be lost.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const FINAL = new Set([4400, 4403, 4404, 4409, 4410]);

export class Socket extends EventTarget {
  /** Those below give `greeting()`, the first message; what is of the kinds `repeated` is asked until it is answered. */
  constructor(path, repeated) {
    super();
    Object.assign(this, { path, repeated, wait: FIRST_WAIT, number: 0, asked: new Map(), ready: false });
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${this.path}`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", ...this.greeting() }));
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event);
    this.tell("state", "connecting");
  }

  /** Asks something; resolves with the answer, rejects with the error message. */
  ask(type, body = {}) {
    const id = ++this.number;
    const message = { type, id, ...body };
    return new Promise((resolve, reject) => {
      this.asked.set(id, { message, resolve, reject });
      if (this.ready) this.socket.send(JSON.stringify(message));
      else if (!this.repeated.has(type)) this.settle(id, { type: "error", code: "offline" });
    });
  }

  receive(message) {
    if (message.type === "welcome") this.welcomed();
    if (this.asked.has(message.id)) this.settle(message.id, message);
    this.tell(message.type, message);
  }

  welcomed() {
    this.ready = true;
    this.wait = FIRST_WAIT;
    this.tell("state", "connected");
    // What is repeated carries a key: the server does it once, whatever happened to the first try.
    for (const { message } of this.asked.values()) this.socket.send(JSON.stringify(message));
  }

  settle(id, answer) {
    const { resolve, reject } = this.asked.get(id);
    this.asked.delete(id);
    if (answer.type === "error") reject(answer);
    else resolve(answer);
  }

  lost({ code }) {
    this.ready = false;
    for (const [id, { message }] of this.asked) {
      if (!this.repeated.has(message.type)) this.settle(id, { type: "error", code: "offline" });
    }
    if (FINAL.has(code)) {
      this.tell("refused", { code });
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
