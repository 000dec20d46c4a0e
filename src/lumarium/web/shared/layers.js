// What lies above the page (a started move, an enlarged board, a drawer) and closes by Escape or the Back button.
// While anything is open there is one more entry in the browser's history, for the Back button to take away.

const open = [];
// A page that is loaded again where something was open still stands on that entry.
let entry = Boolean(history.state?.layer);
let going = false;
let afterwards = null;

/** Something opened; `close` is called when the user goes back. Answers with a function that says it is gone. */
export function opened(close) {
  const layer = { close };
  open.push(layer);
  queueMicrotask(sync);
  return () => release(layer);
}

function release(layer) {
  const index = open.indexOf(layer);
  if (index >= 0) open.splice(index, 1);
  queueMicrotask(sync);
}

/** Brings the history in line with what is open. A way back that has begun is waited for. */
function sync() {
  if (going) return;
  if (open.length && !entry) {
    entry = true;
    history.pushState({ layer: true }, "");
  } else if (!open.length && entry) {
    entry = false;
    going = true;
    history.back();
  } else if (!open.length && afterwards) {
    location.assign(afterwards);
  }
}

/** Closes the topmost layer, if there is one. */
function closeTop() {
  const top = open.at(-1);
  if (!top) return false;
  release(top);
  top.close();
  return true;
}

/** Leaves the page, after the way back has been tidied. */
export function go(address) {
  afterwards = address;
  while (closeTop());
  queueMicrotask(sync);
}

addEventListener("popstate", () => {
  if (going) going = false;
  else {
    entry = false;
    closeTop();
  }
  sync();
});

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && closeTop()) event.preventDefault();
});

queueMicrotask(sync);
