// Who sits where at a new table: you, a friend by link, a bot, or somebody else at this device.

import { button, h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";

export class SeatEditor {
  constructor(game, name) {
    const { levels } = game;
    this.game = game;
    this.level = levels.includes("medium") ? "medium" : levels[0];
    const [least] = game.players;
    this.list = [
      { kind: "me", name },
      ...Array.from({ length: least - 1 }, () => ({ kind: "bot", level: this.level })),
    ];
    this.element = h("div", { class: "seat-editor" });
    this.draw();
  }

  /** As the server wants them. */
  get seats() {
    return this.list.map(({ kind, name, level }, index) => {
      if (kind === "bot") return { kind, level };
      if (kind === "open") return { kind };
      return { kind, name: name?.trim() || t("seat.guest", { n: index + 1 }) };
    });
  }

  draw() {
    const { players } = this.game;
    const most = players.at(-1);
    const add = button(
      "ui-seat-add",
      t("seat.add"),
      () => (this.list.push({ kind: "bot", level: this.level }), this.draw()),
      { icon: "plus", kind: "quiet" },
    );
    add.hidden = this.list.length >= most;
    this.element.replaceChildren(
      h(
        "ol",
        { class: "seats" },
        this.list.map((seat, index) => this.row(seat, index)),
      ),
      add,
    );
  }

  row(seat, index) {
    const kinds = [...(index === 0 || !this.game.private ? ["me"] : []), "open", "bot"];
    const kind = h(
      "select",
      {
        id: `ui-kind-${index}`,
        "aria-label": t("seat.kind", { n: index + 1 }),
        onchange: () => this.change(index, kind.value),
      },
      kinds.map((value) =>
        h(
          "option",
          { value, selected: value === seat.kind },
          t(index && value === "me" ? "kind.here" : `kind.${value}`),
        ),
      ),
    );
    const remove = button(
      `ui-seat-${index}-remove`,
      t("seat.remove"),
      () => (this.list.splice(index, 1), this.draw()),
      { icon: "close", kind: "bare small" },
    );
    remove.hidden = index === 0 || this.list.length <= this.game.players[0];
    const note =
      seat.kind === "bot" && h("small", { id: `ui-level-${index}-note`, class: "likeness" }, levelNote(seat.level));
    return h(
      "li",
      { class: "seat", "data-kind": seat.kind },
      h("span", { class: "avatar", "data-colour": index, "aria-hidden": "true" }, index + 1),
      kind,
      this.detail(seat, index, note),
      remove,
      note,
    );
  }

  change(index, kind) {
    this.list[index] = kind === "bot" ? { kind, level: this.level } : { kind, name: "" };
    this.draw();
  }

  detail(seat, index, note) {
    if (seat.kind === "open") return h("span", { class: "soft" }, t("kind.open.help"));
    if (seat.kind === "me") {
      const name = h("input", {
        id: `ui-name-${index}`,
        maxlength: "24",
        value: seat.name || "",
        // A friend must be able to tell who invited them.
        required: this.list.some(({ kind }) => kind === "open"),
        placeholder: index ? t("seat.guest", { n: index + 1 }) : t("seat.your_name"),
        "aria-label": t("lobby.name"),
        oninput: () => (seat.name = name.value),
      });
      return name;
    }
    const level = h(
      "select",
      {
        id: `ui-level-${index}`,
        "aria-label": t("seat.level"),
        "aria-describedby": note.id,
        onchange: () => {
          seat.level = this.level = level.value;
          note.textContent = levelNote(seat.level);
        },
      },
      this.game.levels.map((value) => h("option", { value, selected: value === seat.level }, t(`level.${value}`))),
    );
    return level;
  }
}

/** What a bot is like, in a few words; nothing of those that others brought. */
function levelNote(level) {
  const key = `level.${level}.note`;
  const note = t(key);
  return note === key ? "" : note;
}
