// The buttons beside the board: undo, hint, the rules in short, phrases, result; and what can be done about a seat.

import { button, h, setAttr } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { later } from "../../shared/later.js";

const dialogs = later(() => import("../../shared/dialog.js"));
const KEYS = { "?": "aid", i: "know" };

export class Tools {
  /** `act` has undo, hint, know, aid, look, say(phrase), result, handOver(seat, level), takeBack(seat). */
  constructor(element, act, said, levels) {
    Object.assign(this, { act, said, levels });
    this.undo = button("ui-undo", t("tool.undo"), act.undo, { icon: "undo", kind: "tool", title: t("tool.undo") });
    this.hint = button("ui-hint", t("tool.hint"), act.hint, { icon: "hint", kind: "tool", title: t("tool.hint") });
    this.know = button("ui-insight-open", t("tool.know"), act.know, { icon: "know", kind: "tool", title: t("tool.know_key") });
    this.aid = button("ui-aid-open", t("tool.aid"), act.aid, { icon: "rules", kind: "tool", title: t("tool.aid_key") });
    this.say = button("ui-say", t("tool.say"), () => this.phrases(), {
      icon: "say",
      kind: "tool",
      title: t("tool.say"),
    });
    this.result = button("ui-result", t("tool.result"), act.result, {
      icon: "check",
      kind: "tool primary",
      title: t("tool.result"),
    });
    this.look = button("ui-look", t("tool.look"), act.look, { icon: "film", kind: "tool", title: t("look.title") });
    element.append(this.undo, this.hint, this.know, this.look, this.aid, this.say, this.result);
    addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    const typing = event.target.closest?.("input, select, textarea, dialog");
    const act = KEYS[event.key];
    if (!act || typing || event.ctrlKey || event.metaKey || event.altKey || this[act].hidden) return;
    event.preventDefault();
    this.act[act]();
  }

  update({ table, you, scene, canUndo, noUndo, stand, game }) {
    const playing = table.phase === "playing";
    // A grey button stays within reach: whoever presses it hears why.
    const why = canUndo ? t("tool.undo") : noUndo;
    setAttr(this.undo, "aria-disabled", canUndo ? null : "true");
    setAttr(this.undo, "title", why);
    setAttr(this.undo, "aria-description", canUndo ? null : noUndo);
    this.undo.hidden = this.hint.hidden = !playing || !you.seats.length;
    this.look.hidden = !playing || !scene;
    this.look.disabled = !stand;
    this.hint.disabled = scene?.status !== "turn" || !table.settings.hints;
    this.know.hidden = !playing || !you.seats.length || !game?.insight || !table.settings.insight;
    this.aid.hidden = !game?.aid;
    this.say.hidden = you.seats.length ? game?.private && playing : !table.settings.talk;
    this.result.hidden = playing;
  }

  async phrases() {
    const { openDialog } = await dialogs();
    const close = openDialog(
      "ui-phrases",
      t("tool.say"),
      h(
        "div",
        { class: "phrases" },
        Object.entries(this.said).map(([phrase, text]) =>
          button(`ui-phrase-${phrase}`, text, () => (close(), this.act.say(phrase))),
        ),
      ),
    );
  }

  /** A bot stands in, or the player comes back. */
  async seat(seat, actions) {
    if (actions.includes("take_back")) return this.act.takeBack(seat.seat);
    const { openDialog } = await dialogs();
    const close = openDialog(
      "ui-hand-over",
      t("hand_over.title"),
      h("p", {}, t("hand_over.text", { name: seat.name })),
      h(
        "div",
        { class: "phrases" },
        this.levels().map((level) =>
          button(`ui-hand-over-${level}`, t(`level.${level}`), () => (close(), this.act.handOver(seat.seat, level))),
        ),
      ),
    );
  }
}
