// A record file that somebody chooses or drops. Its text waits in this tab for the page that shows it.

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

const KEY = "lumarium.record";
const LIMIT = 400 * 1024;

/** The record of this tab: { name, text }, or null. */
export function keptRecord() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Keeps a record for this tab. */
export const hold = (name, text) => sessionStorage.setItem(KEY, JSON.stringify({ name, text }));

/** Keeps a file for this tab, and shows it. */
export async function keep(file) {
  if (file.size > LIMIT) throw new Error(t("record.too_big"));
  hold(file.name, await file.text());
  location.assign("/replay");
}

/** How many moves stand after so many moves and undos of a record: there the position lies in the main line of a study. */
export function standing(text, at) {
  const entries = text.split("\n").slice(2, 2 + at).map((line) => JSON.parse(line));
  return entries.reduce((moves, { line, practice }) => moves + (line === "undo" ? -(practice || 1) : 1), 0);
}

/** A place to choose a file; one that is dropped anywhere on the page is taken too. */
export function recordChooser() {
  const problem = h("p", { id: "ui-record-problem", class: "notice", role: "alert", hidden: true });
  const take = async (file) => {
    try {
      if (file) await keep(file);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  };
  const input = h("input", {
    id: "ui-record-file",
    class: "unseen",
    type: "file",
    accept: ".jsonl,.ndjson,application/x-ndjson",
    onchange: () => take(input.files[0]),
  });
  const holder = h(
    "div",
    { class: "record-drop", id: "ui-record-drop" },
    input,
    h("label", { class: "button", for: "ui-record-file" }, icon("film"), h("span", {}, t("record.choose"))),
    h("p", { class: "soft" }, t("record.help")),
    problem,
  );
  acceptDrops(take, (over) => holder.toggleAttribute("data-over", over));
  return holder;
}

/** Takes files that are dropped anywhere on the page; `hint` is told while one is held over it. */
export function acceptDrops(take, hint = () => {}) {
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    hint(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget || hint(false));
  addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    hint(false);
    take(event.dataTransfer.files[0]);
  });
}
