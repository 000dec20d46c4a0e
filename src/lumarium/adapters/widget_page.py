"""What a browser needs to show the board of a study in a notebook."""

SCRIPT = """
const make = (tag, props = {}, ...inner) => {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...inner);
  return element;
};

/** What the tree offers after these touches: the pieces, and whether one may stop. */
function offered(actions, path) {
  let tree = actions;
  for (const piece of path) tree = Array.isArray(tree) ? [] : tree[piece] ?? [];
  const pieces = Array.isArray(tree) ? tree : Object.keys(tree);
  const stop = pieces.includes("");
  return { pieces: pieces.filter(Boolean), done: pieces.length === (stop ? 1 : 0), stop };
}

function render({ model, el }) {
  let path = [];
  const root = make("div", { className: "lumarium-board" });
  el.append(root);
  const send = (message) => model.send(message);

  function touch(piece) {
    const { actions } = model.get("shown");
    path.push(piece);
    const { done } = offered(actions, path);
    if (done) send({ do: "play", path });
    else draw();
  }

  function draw() {
    const shown = model.get("shown");
    const { words } = shown;
    const { pieces, stop } = offered(shown.actions, path);
    root.className = `lumarium-board ${shown.theme}`;
    const picture = make("div", { className: "picture", innerHTML: shown.svg });
    for (const group of picture.querySelectorAll("[data-piece]")) {
      const id = group.dataset.piece;
      if (path.includes(id)) group.classList.add("chosen");
      for (const [piece, to, tone] of shown.marks) if (piece === id || to === id) group.classList.add("marked", tone);
      if (!pieces.includes(id)) continue;
      group.classList.add("offered");
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "button");
      group.addEventListener("click", () => touch(id));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        touch(id);
      });
    }
    const button = (textContent, onclick, more = {}) => make("button", { textContent, onclick, ...more });
    const go = (to, text) => button(text, () => send({ do: "go", to }), { disabled: !to });
    const ways = [go(shown.before, words.back), go(shown.after, words.next)];
    const step = button(words.step, () => ((path = []), draw()), { hidden: !path.length });
    const done = button("\\u2713", () => send({ do: "play", path }), { hidden: !(path.length && stop) });
    const bar = make("div", { className: "row" }, ...ways, button(words.undo, () => send({ do: "undo" })), step, done);
    const list = make("div", { className: "moves" });
    for (const [id, text] of shown.line) {
      const each = go(id, text);
      each.disabled = false;
      if (id === shown.at) each.setAttribute("aria-current", "true");
      list.append(each);
      if (id !== shown.at) continue;
      for (const [other, name] of shown.others) list.append(Object.assign(go(other, name), { className: "other" }));
    }
    const said = make("ul", {}, ...shown.comments.map(([by, text]) => make("li", {}, by ? `${by}: ${text}` : text)));
    const input = make("input", { placeholder: words.say, maxLength: 4000 });
    const say = (event) => (event.preventDefault(), send({ do: "say", text: input.value }));
    const form = make("form", { className: "row", onsubmit: say });
    form.append(input, make("button", { textContent: words.send }));
    const told = make("p", { textContent: shown.problem || shown.prompt });
    told.className = shown.problem ? "problem" : "prompt";
    told.setAttribute("role", "status");
    root.replaceChildren(told, picture, bar, make("div", { className: "beside" }, list, make("div", {}, said, form)));
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  model.on("change:shown", () => ((path = []), draw()));
  draw();
}

export default { render };
"""

STYLE = """
.lumarium-board { max-width: 900px; padding: 8px; border-radius: 10px; font: 14px/1.4 system-ui, sans-serif }
.lumarium-board { background: #14181f; color: #e8e6df }
.lumarium-board.light { background: #f6f3ea; color: #23262b }
.lumarium-board .picture svg { width: 100%; height: auto; display: block }
.lumarium-board .offered { cursor: pointer; filter: drop-shadow(0 0 5px #ffcf4d) }
.lumarium-board .offered:focus { outline: 3px solid #e0a94a }
.lumarium-board .chosen { filter: drop-shadow(0 0 9px #53d68a) }
.lumarium-board .marked { filter: drop-shadow(0 0 8px #8fd3ff) }
.lumarium-board .row { display: flex; gap: 6px; margin: 6px 0 }
.lumarium-board .row input { flex: 1; min-width: 0 }
.lumarium-board button, .lumarium-board input { font: inherit; min-height: 36px; color: inherit; background: #8884 }
.lumarium-board button, .lumarium-board input { border: 1px solid #8888; border-radius: 6px }
.lumarium-board button:disabled { opacity: .4 }
.lumarium-board .beside { display: grid; grid-template-columns: 1fr 1fr; gap: 10px }
.lumarium-board .moves { max-height: 180px; overflow: auto; display: flex; flex-direction: column }
.lumarium-board .moves button { text-align: left; border: 0; background: none; min-height: 30px; flex: none }
.lumarium-board .moves button[aria-current] { background: #8884; font-weight: 600 }
.lumarium-board .moves .other { padding-left: 24px; opacity: .8 }
.lumarium-board .problem { color: #ff8a97 }
"""
