"""The page that shows a record: one file, no other resources."""

PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
  html, body { height: 100%; margin: 0 }
  body { display: flex; flex-direction: column; gap: 6px; box-sizing: border-box; padding: 8px;
         font: 15px/1.4 system-ui, sans-serif; background: #14181f; color: #e8e6df }
  body.light { background: #f6f3ea; color: #23262b }
  #picture { flex: 1; min-height: 0; margin: 0 }
  #picture svg { width: 100%; height: 100%; display: block }
  #controls { display: flex; gap: 6px; align-items: center }
  #controls input { flex: 1; min-width: 0 }
  button { font: inherit; min-width: 40px; min-height: 36px; color: inherit; background: #8884; border: 1px solid #8888;
           border-radius: 6px; cursor: pointer }
  button svg { width: 20px; height: 20px; fill: currentColor; vertical-align: middle }
  button:disabled { opacity: .4; cursor: default }
  :focus-visible { outline: 2px solid #e0a94a; outline-offset: 2px }
  #told { height: 4.2em; overflow: auto; margin: 0; white-space: pre-line }
</style>
<body class="{theme}">
<div id="picture"></div>
<div id="controls">
  <button id="first" aria-label="{first}" title="{first}">
    <svg viewBox="0 0 24 24"><path d="M6 5h2v14H6zM20 5v14L9 12z"/></svg></button>
  <button id="back" aria-label="{back}" title="{back}">
    <svg viewBox="0 0 24 24"><path d="M17 5v14L6 12z"/></svg></button>
  <input id="slider" type="range" min="0" value="0" aria-label="{slider}">
  <button id="next" aria-label="{next}" title="{next}">
    <svg viewBox="0 0 24 24"><path d="M7 5v14l11-7z"/></svg></button>
  <button id="last" aria-label="{last}" title="{last}">
    <svg viewBox="0 0 24 24"><path d="M16 5h2v14h-2zM4 5v14l11-7z"/></svg></button>
</div>
<p id="told" aria-live="polite"></p>
<script>
  const data = {data};
  const part = id => document.getElementById(id);
  const end = data.frames.length - 1;
  let now = 0;

  function drawn(frame) {
    const lines = [];
    for (let at = 0; at < frame.length; at += 2) {
      lines.push(...data.lines.slice(frame[at], frame[at] + frame[at + 1]));
    }
    return lines.join("\\n");
  }

  function show(at) {
    now = Math.max(0, Math.min(end, at));
    part("picture").innerHTML = drawn(data.frames[now]);
    part("told").textContent = data.captions[now].join("\\n");
    part("slider").value = now;
    part("slider").setAttribute("aria-valuetext", data.captions[now][0]);
    part("first").disabled = part("back").disabled = now === 0;
    part("last").disabled = part("next").disabled = now === end;
  }

  const ways = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => end };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };
  for (const id in ways) part(id).addEventListener("click", () => show(ways[id]()));
  part("slider").max = end;
  part("slider").addEventListener("input", event => show(Number(event.target.value)));
  document.addEventListener("keydown", event => {
    if (!(event.key in keys) || event.target === part("slider")) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(ways[keys[event.key]]());
  });
  show(0);
</script>
</html>
"""
