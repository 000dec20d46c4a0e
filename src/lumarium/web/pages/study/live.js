// The connection to a study: catches up with the changes, and sees to it that one's own are stored.

import { lang } from "../../shared/i18n.js";
import { pref } from "../../shared/prefs.js";
import { Socket } from "../../shared/socket.js";
import { helloTokens } from "../../shared/tokens.js";
import { Unsent } from "./unsent.js";

const REPEATED = new Set(["edit"]);
// Whatever else is refused will be refused again.
const PASSING = new Set(["offline", "too_fast", "storage", "internal"]);
const AGAIN = new Set(["too_fast", "storage"]);
const PAUSE = 1000;

export class Live extends Socket {
  constructor(study) {
    super(`study/${study}`, REPEATED);
    Object.assign(this, { study, since: -1, unsent: new Unsent(study) });
    this.resend();
  }

  greeting() {
    return { tokens: helloTokens(this.study), name: pref("name"), lang: lang(), since: this.since };
  }

  receive(message) {
    if (message.type === "edits") this.since = message.v;
    return super.receive(message);
  }

  /** A change, kept on the device until it is stored; resolves then. What came too fast, or could not be stored just
   * now, is sent again after a while. */
  async store(edit) {
    this.unsent.keep(edit);
    for (;;) {
      try {
        await this.ask("edit", { edits: [edit] });
        return this.unsent.drop(edit);
      } catch (error) {
        if (!PASSING.has(error.code)) this.unsent.drop(edit);
        if (!AGAIN.has(error.code)) throw error;
        await new Promise((go) => setTimeout(go, PAUSE));
      }
    }
  }

  /** What an earlier page could not send, one after the other as it was done; what is stored already changes nothing. */
  async resend() {
    for (const edit of this.unsent.all()) await this.store(edit).catch((error) => this.tell("unstored", error));
  }
}
