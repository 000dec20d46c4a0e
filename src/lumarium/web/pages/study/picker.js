// Luck by hand: what a move can draw, draw by draw, each with its odds; and a way to let luck decide after all.

import { postJson } from "../../shared/api.js";
import { openDialog } from "../../shared/dialog.js";
import { button, h } from "../../shared/dom.js";
import { t } from "../../shared/i18n.js";
import { percent } from "../../shared/thoughts.js";

/** Asks until nothing is left to be drawn; resolves with the picks, or null where nobody chose. */
export async function pickLuck(address, tokens, at, move, word) {
  let picks = [];
  for (let number = 1; ; number++) {
    const { outcomes } = await postJson(`${address}/chances`, { at, move, picks }, tokens);
    if (!outcomes.length) return picks;
    const chosen = await choose(outcomes, t(number > 1 ? "study.pick_next" : "study.pick", { move: word, number }));
    if (!chosen) return null;
    picks = [...picks, ...chosen.picks];
  }
}

function choose(outcomes, title) {
  return new Promise((resolve) => {
    let chosen = null;
    const pick = (outcome) => ((chosen = outcome), close());
    const rows = outcomes.map((outcome, place) =>
      h(
        "li",
        {},
        button(`ui-outcome-${place}`, outcome.text || t("study.outcome", { n: place + 1 }), () => pick(outcome), { kind: "quiet" }),
        h("span", { class: "soft" }, percent(outcome.share)),
      ),
    );
    const any = button("ui-outcome-any", t("study.any"), () => pick(byChance(outcomes)), { kind: "primary" });
    const close = openDialog("ui-pick", title, h("ul", { class: "outcomes" }, rows), h("div", { class: "dialog-foot" }, any));
    const gone = new MutationObserver(() => {
      if (document.getElementById("ui-pick")) return;
      gone.disconnect();
      resolve(chosen);
    });
    gone.observe(document.body, { childList: true });
  });
}

/** One of them, as likely as it is. */
function byChance(outcomes) {
  let rest = Math.random();
  return outcomes.find(({ share }) => (rest -= share) < 0) || outcomes.at(-1);
}
