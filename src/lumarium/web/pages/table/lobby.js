// A table before its start: who sits where, how others come, and the host's settings.

import { clockForm } from "../../shared/clockform.js";
import { openDialog } from "../../shared/dialog.js";
import { button, h, icon, setAttr } from "../../shared/dom.js";
import { agreedOn } from "../../shared/durations.js";
import { t } from "../../shared/i18n.js";
import { inviteCard } from "../../shared/invite.js";
import { go } from "../../shared/layers.js";
import { keepProgress, worthOffering } from "../../shared/learned.js";
import { pref, setPref } from "../../shared/prefs.js";
import { choice, toggle } from "../../shared/settings.js";
import { dropSeat, keepSeat, keepTokens, tokensOf } from "../../shared/tokens.js";

export class Lobby {
  constructor(element, table, socket, facts, refuse) {
    Object.assign(this, { element, table, socket, facts, refuse });
  }

  get game() {
    return this.facts.games.find(({ name }) => name === this.state.game) || { title: this.state.game, summary: "" };
  }

  async update(state, you) {
    this.state = state;
    this.you = you;
    this.element.hidden = state.phase !== "waiting";
    if (this.element.hidden) return;
    // What is being typed or opened stays: a table that has not changed is not drawn again.
    const drawn = JSON.stringify([state, you]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const typed = this.element.querySelector("#ui-name")?.value;
    const content = [
      this.head(),
      this.seats(),
      this.joining(typed),
      await this.inviting(),
      this.starting(),
      this.learning(),
      this.settings(),
    ];
    setAttr(this.element, "aria-label", this.game.title);
    if (this.drawn === drawn) this.element.replaceChildren(h("div", { class: "lobby-inner" }, content.filter(Boolean)));
  }

  ask(type, body) {
    return this.socket.ask(type, body).catch((error) => this.refuse(error));
  }

  head() {
    const open = this.state.seats.filter(({ kind }) => kind === "open").length;
    const late = this.state.seats.filter(({ kind, ready }) => kind === "person" && !ready).map(({ name }) => name);
    return h(
      "header",
      { class: "lobby-head" },
      h("h1", {}, this.game.title),
      h("p", { id: "ui-lobby-state", "data-open": open }, open ? t("lobby.waiting", { n: open }) : t("lobby.full")),
      this.clock(),
      late.length > 0 && h("p", { id: "ui-missing" }, t("lobby.missing", { names: late.join(", ") })),
    );
  }

  /** How long everybody has, and what comes then. */
  clock() {
    const { clock } = this.state.settings;
    return clock && h("p", { id: "ui-lobby-clock" }, agreedOn(clock), ` ${t("clock.zero")}, ${t(`clock_zero.${clock.zero}`)}.`);
  }

  seats() {
    return h(
      "ol",
      { class: "seats", id: "ui-seats" },
      this.state.seats.map((seat) => this.seat(seat)),
    );
  }

  seat({ seat, kind, name, level, connected, ready }) {
    const mine = this.you.seats.includes(seat);
    const shown =
      kind === "open" ? t("seat.open") : kind === "bot" ? t("seat.bot", { level: t(`level.${level}`) }) : name;
    const note = mine
      ? t("players.you")
      : kind === "person" && !connected
        ? t(ready ? "players.away" : "lobby.not_yet")
        : "";
    return h(
      "li",
      { class: "seat", id: `ui-seat-${seat}`, "data-kind": kind },
      h(
        "span",
        { class: "avatar", "data-colour": seat, "aria-hidden": "true" },
        kind === "open" ? icon("plus") : kind === "bot" ? icon("bot") : shown[0]?.toUpperCase(),
      ),
      h("span", { class: "who" }, h("span", { class: "name" }, shown), note && h("span", { class: "note" }, note)),
      this.you.host
        ? this.hosting(seat, kind, mine)
        : mine && button(`ui-leave-${seat}`, t("lobby.leave"), () => this.leave(seat), { kind: "quiet small" }),
    );
  }

  async leave(seat) {
    if (!(await this.ask("leave", { seat }))) return;
    dropSeat(this.table, seat);
    go("/");
  }

  /** What the host can do with a seat. */
  hosting(seat, kind, mine) {
    const levels = (this.game.levels || []).map((level) => h("option", { value: level }, t(`level.${level}`)));
    const select = h(
      "select",
      {
        id: `ui-seat-${seat}-bot`,
        "aria-label": t("lobby.bot"),
        onchange: () => select.value && this.ask("seat", { seat, kind: "bot", level: select.value }),
      },
      h("option", { value: "" }, t("lobby.bot")),
      levels,
    );
    return h(
      "span",
      { class: "buttons" },
      kind === "open" &&
        button(`ui-seat-${seat}-link`, t("lobby.invite"), () => this.invite(seat), { icon: "link", kind: "small" }),
      kind === "open" && select,
      kind !== "open" &&
        !mine &&
        button(`ui-seat-${seat}-free`, t("lobby.free"), () => this.ask("seat", { seat, kind: "open" }), {
          kind: "quiet small",
        }),
      seat > 0 &&
        button(`ui-seat-${seat}-up`, t("lobby.up"), () => this.ask("swap", { a: seat - 1, b: seat }), {
          icon: "back",
          kind: "bare small up",
        }),
    );
  }

  async invite(seat) {
    const kept = tokensOf(this.table).invites;
    const token = kept[seat] || (await this.ask("link", { to: seat }))?.token;
    if (!token) return;
    keepTokens(this.table, { invites: { ...kept, [seat]: token } });
    openDialog(
      "ui-invite-seat",
      t("invite.seat", { n: seat + 1 }),
      await inviteCard("ui-seat-invite", this.table, token, t("invite.seat_text")),
    );
  }

  /** Taking a seat, for whoever may. */
  joining(typed) {
    const { invited, join, seats } = this.you;
    const open = this.state.seats.filter(({ kind }) => kind === "open").map(({ seat }) => seat);
    const free = invited.length
      ? invited.filter((seat) => open.includes(seat))
      : join || this.state.settings.listed
        ? open
        : [];
    if (seats.length || !free.length) return null;
    const name = h("input", {
      id: "ui-name",
      maxlength: "24",
      required: true,
      autocomplete: "nickname",
      value: typed ?? pref("name"),
    });
    const sit = async (event) => {
      event.preventDefault();
      setPref("name", name.value.trim());
      const answer = await this.ask(
        "sit",
        invited.length ? { seat: free[0], name: name.value.trim() } : { name: name.value.trim() },
      );
      if (!answer) return;
      // Whoever came by the table's own link may pass it on.
      if (join && !invited.length) keepTokens(this.table, { join: tokensOf(this.table).links[0] || null });
      keepSeat(this.table, answer.seat, answer.token);
      this.socket.reconnect();
    };
    return h(
      "form",
      { class: "joining card", onsubmit: sit },
      h("label", { for: "ui-name" }, t("lobby.name")),
      h(
        "div",
        { class: "buttons" },
        name,
        h("button", { id: "ui-sit", class: "button primary", type: "submit" }, t("lobby.sit")),
      ),
    );
  }

  starting() {
    const full = this.state.seats.every(({ kind }) => kind !== "open");
    if (!this.you.host) return this.you.seats.length ? h("p", { class: "soft" }, t("lobby.host_starts")) : null;
    const start = button("ui-start", t("lobby.start"), () => this.ask("start"), {
      icon: "play",
      kind: "primary large",
    });
    start.disabled = !full;
    return h("div", { class: "starting" }, start, !full && h("p", { class: "soft" }, t("lobby.start_help")));
  }

  /** The guide, for those who may not know the game yet. */
  learning() {
    const { game } = this;
    if (!worthOffering(game)) return null;
    const offer = h(
      "section",
      { class: "card", id: "ui-learn" },
      h("p", {}, t("guide.offer", { title: game.title })),
      h(
        "div",
        { class: "buttons" },
        h(
          "a",
          { id: "ui-learn-yes", class: "button", href: `/learn/${game.name}`, target: "_blank" },
          t("guide.offer_yes"),
        ),
        button("ui-learn-no", t("guide.offer_no"), decline, { kind: "quiet" }),
      ),
    );
    function decline() {
      keepProgress(game.name, { declined: true });
      offer.remove();
    }
    return offer;
  }

  async inviting() {
    const token = tokensOf(this.table).join;
    if (!token || !this.state.seats.some(({ kind }) => kind === "open")) return null;
    this.card ||= await inviteCard("ui-invite", this.table, token, t("invite.text"));
    return h("section", { class: "card" }, h("h2", {}, t("invite.title")), this.card);
  }

  settings() {
    if (!this.you.host) return null;
    const { settings } = this.state;
    const set = (name) => (value) => this.ask("settings", { [name]: value });
    return h(
      "details",
      { class: "card" },
      h("summary", {}, t("lobby.settings")),
      choice(
        "ui-set-pace",
        t("new.pace"),
        ["instant", "quick", "calm"],
        settings.pace,
        (value) => t(`pace.${value}`),
        set("pace"),
      ),
      clockForm("ui-set-clock", settings.clock, set("clock")),
      ...["draw", "hints", "insight", "practice", "listed", "shared", "talk"].map((name) =>
        toggle(`ui-set-${name}`, t(`new.${name}`), t(`new.${name}.help`), settings[name], set(name)),
      ),
      toggle("ui-set-start", t("new.start"), t("new.start.help"), settings.start === "host", (on) =>
        set("start")(on ? "host" : "full"),
      ),
    );
  }
}
