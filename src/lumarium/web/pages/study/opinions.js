// What a bot thinks of a position, beside the board: asked for with growing effort, and kept in the study for everybody.

import { postJson } from "../../shared/api.js";
import { byId, h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { thoughtList } from "../../shared/thoughts.js";
import { helloTokens } from "../../shared/tokens.js";

const EFFORTS = [1, 2, 4, 8];

export class Opinions {
  constructor(desk) {
    this.desk = desk;
    this.known = new Map();
  }

  /** The bot thinks on, with twice the effort each time, until somebody looks elsewhere; what it found is kept. */
  async think() {
    const { desk, known } = this;
    const { node } = desk;
    if (known.get(node.id)?.working) return;
    desk.showing.drawer.open();
    try {
      for (const effort of EFFORTS) {
        this.put(node, { ...known.get(node.id), working: true });
        const found = await postJson(`${desk.address}/think`, { at: node.id, effort }, helloTokens(desk.study));
        this.put(node, { ...found, working: true });
        if (desk.node !== node) break;
      }
      const found = { ...known.get(node.id), working: false };
      this.put(node, found);
      const kept = found.thoughts.map(({ action, outlook, points }) => [action, outlook, points]);
      if (desk.mayEdit) await desk.edit({ line: "outlook", at: node.id, bot: found.level, thoughts: kept });
    } catch (error) {
      known.delete(node.id);
      this.show();
      desk.say(error);
    }
  }

  put(node, found) {
    this.known.set(node.id, found);
    this.show();
  }

  show() {
    const { node, showing } = this.desk;
    const section = byId("ui-review");
    const known = this.known.get(node.id) || this.kept(node);
    section.hidden = !known;
    if (!known) return;
    const { thoughts = [], working } = known;
    section.replaceChildren(
      h("h2", {}, t("study.best")),
      thoughtList(thoughts, (path) => showing.hint(path), ""),
      working && h("p", { class: "soft" }, t("review.thinking")),
    );
  }

  /** What was kept at a position, by whoever asked; where its pieces lie is known to whoever asks anew. */
  kept(node) {
    const { tree, words } = this.desk;
    const outlook = tree.at(node, "outlook").at(-1);
    if (!outlook) return null;
    const thoughts = outlook.thoughts.map(([move, outlook, points]) => ({ text: words.get(move) || move, outlook, points }));
    return { thoughts, working: false };
  }
}
