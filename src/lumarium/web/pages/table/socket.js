// The connection to a table: catches up with `since`, and follows changes of the scene.

import { changed } from "../../shared/changes.js";
import { lang } from "../../shared/i18n.js";
import { pref } from "../../shared/prefs.js";
import { Socket } from "../../shared/socket.js";
import { helloTokens } from "../../shared/tokens.js";

const REPEATED = new Set(["move", "undo"]);

export class TableSocket extends Socket {
  constructor(table) {
    super(table, REPEATED);
    Object.assign(this, { table, held: null, chair: null });
  }

  greeting() {
    const prefs = { auto: pref("auto"), chair: this.chair, hidden: document.hidden };
    const since = this.held ? { since: this.held.scene.v } : {};
    return { tokens: helloTokens(this.table), lang: lang(), prefs, ...since, protocol: 2 };
  }

  ask(type, body = {}) {
    const key = REPEATED.has(type) && { key: body.key || crypto.randomUUID?.() || `${Date.now()}-${Math.random()}` };
    return super.ask(type, { ...body, ...key });
  }

  receive(message) {
    if (message.type === "changes") return this.follow(message);
    if (message.type === "scene") this.held = message;
    return super.receive(message);
  }

  /** What changed since the scene that is held; where it does not fit, the whole of it is asked for. */
  follow({ change, ...facts }) {
    const scene = this.held?.seat === facts.seat ? changed(this.held.scene, change) : null;
    if (scene) this.receive({ ...this.held, ...facts, type: "scene", scene });
    else this.ask("whole").catch(() => {});
  }
}
