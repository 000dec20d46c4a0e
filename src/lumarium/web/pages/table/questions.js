// What others at the table ask, as cards over the board: to take a move back, to be let in, to play once more;
// and that a bot needs time.

import { byId } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { tokensOf } from "../../shared/tokens.js";
import { againText, playAgain } from "./rematch.js";

export class Questions {
  /** `ask(type, body)` asks the server, `say(text)` tells this player. */
  constructor(cards, id, { ask, say }) {
    Object.assign(this, { cards, id, ask, say });
  }

  update(state) {
    this.undo(state);
    this.door(state);
    this.rematch(state);
    this.wait(state);
  }

  /** A bot keeps everybody waiting. */
  wait({ table: { waits }, names }) {
    this.cards.set("ui-waits", waits ? t("wait.bot", { name: names[waits.seat] || "", n: waits.most }) : "");
  }

  /** Somebody wants to take a move back. */
  undo({ table, scene, you, names }) {
    const { asking, phase } = table;
    const open = asking && phase === "playing" && asking.v === scene?.v ? asking : null;
    const name = (seat) => names[seat] || "";
    const mine = open && you.seats.includes(open.seat);
    const answer = (allow) => this.ask("allow", { v: open.v, allow });
    if (!open || open.refused !== null || mine) this.cards.set("ui-asking", "");
    if (!open) return;
    if (mine && open.refused !== null) this.say(t("undo.refused", { name: name(open.refused) }));
    else if (mine) this.cards.set("ui-asking", t("undo.waiting", { names: open.waiting.map(name).join(", ") }));
    else if (open.refused === null && open.waiting.some((seat) => you.seats.includes(seat)))
      this.cards.set("ui-asking", t("undo.ask", { name: name(open.seat) }), [
        ["ui-allow", t("undo.allow"), () => answer(true), { icon: "check", kind: "primary small" }],
        ["ui-refuse", t("undo.refuse"), () => answer(false), { icon: "close", kind: "small" }],
      ]);
  }

  /** The host answers the first who waits at the door. */
  door({ table, knocks: [first] }) {
    if (!first) return this.cards.set("ui-door", "");
    const free = table.phase === "waiting" && table.seats.some(({ kind }) => kind === "open");
    const link = async (to) => tokensOf(this.id)[to] || (await this.ask("link", { to }))?.token;
    const pass = (to) => async () => {
      const token = await link(to);
      if (token) this.ask("let_in", { knock: first.knock, token });
    };
    const refuse = () => this.ask("let_in", { knock: first.knock });
    this.cards.set("ui-door", t("door.knocks", { name: first.name || t("door.somebody") }), [
      ...(free ? [["ui-door-join", t("door.let_in"), pass("join"), { icon: "check", kind: "primary small" }]] : []),
      ["ui-door-watch", t("door.watch"), pass("watch"), { icon: "magnifier", kind: "small" }],
      ["ui-door-no", t("undo.refuse"), refuse, { icon: "close", kind: "small quiet" }],
    ]);
  }

  /** Whoever looks at the board, players and spectators alike, is asked to the rematch as soon as there is one. */
  rematch({ table, you }) {
    const go = () => playAgain(this.id, table, this.ask);
    const free = byId("ui-ending").hidden;
    this.cards.set("ui-again", table.next && free ? t("ending.invited") : "", [
      ["ui-again-join", againText(table, you), go, { icon: "again", kind: "primary small" }],
    ]);
  }
}
