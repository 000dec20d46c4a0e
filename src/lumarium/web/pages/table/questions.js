// What others at the table ask, as cards over the board: to take a move back, to pause, to be let in, to play once more;
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
    this.pause(state);
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

  /** Somebody wants the table to pause, or to go on; and while it pauses, anybody may. */
  pause({ table: { clock, phase }, you, names }) {
    const asking = phase === "playing" ? clock?.asking : null;
    const seat = you.seats.length > 1 ? { seat: you.seats[0] } : {};
    const answer = (agree) => this.ask("agree", { pause: asking.pause, agree });
    const kind = asking?.pause ? "pause" : "resume";
    if (asking?.waiting.some((each) => you.seats.includes(each)))
      return this.cards.set("ui-pausing", t(`clock.${kind}_ask`, { name: names[asking.seat] || "" }), [
        ["ui-agree", t("undo.allow"), () => answer(true), { icon: "check", kind: "primary small" }],
        ["ui-disagree", t("undo.refuse"), () => answer(false), { icon: "close", kind: "small" }],
      ]);
    if (asking?.waiting.length)
      return this.cards.set("ui-pausing", t("undo.waiting", { names: asking.waiting.map((each) => names[each] || "").join(", ") }));
    const refused = asking && asking.refused !== null && you.seats.includes(asking.seat);
    if (refused && this.refusal !== JSON.stringify(asking)) this.say(t("clock.refused", { name: names[asking.refused] || "" }));
    this.refusal = refused ? JSON.stringify(asking) : "";
    const paused = clock?.paused && phase === "playing";
    const goOn = ["ui-resume", t("clock.resume"), () => this.ask("pause", { pause: false, ...seat }), { icon: "play", kind: "primary small" }];
    this.cards.set("ui-pausing", paused ? t("clock.paused") : "", paused && you.seats.length ? [goOn] : []);
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
