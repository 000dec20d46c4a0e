// What everybody has left, counted here from what the server says, and set right by each of its messages.

import { button, byId, h, setAttr, setText } from "../../shared/dom.js";
import { agreedOn, brief, glance, inWords } from "../../shared/durations.js";
import { t } from "../../shared/i18n.js";

const OFTEN = 200;
const SELDOM = 10000;
const HOUR = 3600000;
const SYNC = 60000;

/** Below this, in milliseconds, little is left. */
function little({ kind, limit }) {
  const most = kind === "live" ? 60 : 43200;
  return 1000 * Math.min(limit / 4, Math.max(20, Math.min(limit / 10, most)));
}

export class Clocks {
  /** `ask` asks the server, and says what it refuses. */
  constructor(showing, socket, ask) {
    const bar = byId("ui-clock");
    Object.assign(this, { bar, showing, socket, ask, state: null, told: "", paused: false });
    this.text = h("p", { class: "soft" });
    this.pause = button("ui-pause", t("clock.pause"), () => this.stop(), { icon: "pause", kind: "small" });
    bar.append(this.text, this.pause);
    document.addEventListener("visibilitychange", () => document.hidden || this.sync());
    setInterval(() => document.hidden || this.sync(), SYNC);
  }

  update({ table, you, scene }) {
    const { clock, settings, phase } = table;
    const first = !this.state;
    if (clock !== this.state?.clock) this.set(clock);
    const playing = phase === "playing";
    Object.assign(this.state, { agreed: settings.clock, seats: table.seats, turn: table.turn, you, playing, v: scene?.v });
    this.bar.hidden = !playing;
    setText(this.text, agreedOn(settings.clock));
    this.hold(Boolean(scene) && clock.paused && playing);
    this.pause.hidden = clock.paused || Boolean(clock.asking?.waiting.length) || !you.seats.length;
    this.show();
    if (first) this.sync();
  }

  /** While the table pauses nothing can be touched. */
  hold(paused) {
    const { touch } = this.showing;
    if (paused && !touch.busy) touch.pause();
    else if (!paused && this.paused) this.showing.reoffer();
    this.paused = paused;
  }

  /** What the server says holds from now on. */
  set(clock) {
    this.state = { ...this.state, clock, heard: performance.now(), now: clock?.now };
  }

  /** Whoever slept, has been counting for long, or was loaded after the message came, asks how late it is. */
  async sync() {
    if (!this.state?.clock || this.state.clock.running === null || !this.state.playing) return;
    const asked = performance.now();
    const answer = await this.socket.ask("ping").catch(() => null);
    if (answer?.now === undefined) return;
    Object.assign(this.state, { now: answer.now, heard: (asked + performance.now()) / 2 });
    this.show();
  }

  /** Milliseconds that a seat has left; null where nobody counts. */
  left(seat) {
    const { clock, heard, now } = this.state;
    const left = clock.left[seat] ?? null;
    if (left === null || clock.running !== seat) return left;
    return Math.max(0, left - (now - clock.at) - (performance.now() - heard));
  }

  stop() {
    const { seats } = this.state.you;
    this.ask("pause", { pause: true, ...(seats.length > 1 ? { seat: seats[0] } : {}) });
  }

  /** A seat's time is worth showing while it runs, or if it is for the whole game. */
  shown(seat) {
    const { clock, agreed, playing, seats, turn } = this.state;
    if (!clock || !playing || clock.left[seat] === null || seats[seat]?.out) return false;
    return agreed.kind === "live" || clock.running === seat || (clock.paused && turn === seat);
  }

  show() {
    clearTimeout(this.timer);
    for (const row of this.showing.players.rows.values()) this.fill(row);
    const { clock, playing } = this.state;
    if (!clock || clock.running === null || !playing) return;
    const left = this.left(clock.running);
    this.warn(left);
    // Days need no one to look at them twice a second.
    this.timer = setTimeout(() => this.show(), left > HOUR ? SELDOM : OFTEN);
  }

  fill(row) {
    const { seat, title } = row.panel;
    row.clock ||= row.element.querySelector(".who").appendChild(h("span", { class: "clock", role: "timer" }));
    row.tick ||= row.chip.appendChild(h("span", { class: "clock" }));
    const shown = this.shown(seat);
    const runs = shown && this.state.clock.running === seat;
    const left = shown ? this.left(seat) : 0;
    const low = runs && left < little(this.state.agreed);
    row.clock.hidden = !shown;
    row.tick.hidden = !runs;
    for (const [element, text] of [
      [row.clock, brief],
      [row.tick, glance],
    ]) {
      setText(element, shown ? text(left) : "");
      setAttr(element, "data-runs", runs ? "" : null);
      setAttr(element, "data-low", low ? "" : null);
    }
    // Read on demand and not with every second: the words change by the minute, or at the end in tens of seconds.
    const step = left > 60000 ? 60000 : 10000;
    if (shown) setAttr(row.clock, "aria-label", t("clock.left", { name: title, time: inWords(Math.ceil(left / step) * step) }));
  }

  /** Whoever has little left is told so, once for each decision. */
  warn(left) {
    const { clock, agreed, you, v } = this.state;
    const key = `${v} ${clock.running}`;
    if (!you.seats.includes(clock.running) || left >= little(agreed) || this.told === key) return;
    this.told = key;
    if (left > 0) this.showing.teller.say(t("clock.low", { time: inWords(left) }), "note");
  }
}
