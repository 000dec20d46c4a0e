// A line of positions as a picture that moves, drawn and written by the browser itself.

import { saveAs } from "./api.js";
import { button, byId, h } from "./dom.js";
import { lang, t } from "./i18n.js";
import { asImage, canvasOf, pixels } from "./png.js";
import { moving } from "./webp.js";

const MOST = 120;
const LONGEST = 960;
const QUALITY = 0.85;
const [EACH, LAST] = [900, 2500]; // milliseconds
const [TRIES, REST] = [20, 1000];
const WEBP = "image/webp";

/** The smallest box, from even places on, outside of which two pictures are the same. */
function changed(now, before, width) {
  let [left, top, right, bottom] = [width, -1, 0, 0];
  for (let at = 0; at < now.length; at++) {
    if (now[at] === before?.[at]) continue;
    const x = at % width;
    bottom = (at - x) / width;
    if (top < 0) top = bottom;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  if (top < 0) return { x: 0, y: 0, width: 1, height: 1 };
  const [x, y] = [left - (left % 2), top - (top % 2)];
  return { x, y, width: right + 1 - x, height: bottom + 1 - y };
}

/** Takes pictures one after the other, and of each only what is new. */
class Film {
  frames = [];

  async add(svg, time) {
    const image = await asImage(svg);
    this.canvas ||= this.opened(image);
    const { width, height } = this.canvas;
    const brush = this.canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    brush.drawImage(image, 0, 0, width, height);
    const now = new Uint32Array(brush.getImageData(0, 0, width, height).data.buffer);
    const box = changed(now, this.before, width);
    this.before = now;
    const cut = canvasOf(box.width, box.height);
    cut.getContext("2d", { alpha: false }).drawImage(this.canvas, -box.x, -box.y);
    const still = new Uint8Array(await (await pixels(cut, WEBP, QUALITY)).arrayBuffer());
    this.frames.push({ ...box, still, time });
  }

  opened({ naturalWidth, naturalHeight }) {
    const scale = LONGEST / Math.max(naturalWidth, naturalHeight);
    return canvasOf(Math.round(naturalWidth * scale), Math.round(naturalHeight * scale));
  }

  written() {
    return moving(this.canvas.width, this.canvas.height, this.frames);
  }
}

/** Asks again for a while where the server says that it is too much at once, if it is still wanted. */
async function patiently(ask, wanted) {
  for (let left = TRIES; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (error.code !== "too_fast" || !left || !wanted()) throw error;
      await new Promise((done) => setTimeout(done, REST));
    }
  }
}

/** So many positions as a film has, with the one that is looked at among them. */
function stretch(here, last) {
  const first = Math.max(0, Math.min(here - MOST / 2, last + 1 - MOST));
  return [first, Math.min(last, first + MOST - 1)];
}

const size = (bytes) => (bytes / 1e6).toLocaleString(lang(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** Makes the film of a line and saves it under this name, and tells of it in `place`; gone from the page, it stops. */
export async function makeFilm(place, { draw, here, last, name, png }) {
  const tell = (text, role) => place.replaceChildren(h("p", { role }, text));
  if ((await pixels(canvasOf(1, 1), WEBP)).type !== WEBP) {
    tell(t("film.none"), "alert");
    return place.append(button("ui-film-png", t("share.png"), png, { icon: "download" }));
  }
  const [first, end] = stretch(here, last);
  const n = end + 1 - first;
  const bar = h("progress", { id: "ui-film-bar", max: n, value: 0, "aria-label": t("film.working") });
  const count = h("span", { class: "soft", "aria-hidden": "true" });
  const begin = byId("ui-share-film");
  const stop = button("ui-film-stop", t("dialog.cancel"), () => (begin.focus(), place.replaceChildren()), { kind: "small" });
  const foot = h("div", { class: "film-foot" }, count, stop);
  tell(t(n > last ? "film.whole" : "film.part", { n, first, last: end }));
  place.append(bar, foot);
  const film = new Film();
  try {
    for (let at = first; at <= end; at++) {
      count.textContent = t("film.count", { at: at - first, n });
      const svg = await patiently(() => draw(at), () => bar.isConnected);
      if (!bar.isConnected) return;
      await film.add(svg, at < end ? EACH : LAST);
      if (!bar.isConnected) return;
      bar.value = film.frames.length;
    }
    const blob = film.written();
    saveAs(blob, name);
    if (stop.matches(":focus")) begin.focus();
    bar.remove();
    foot.replaceWith(h("p", {}, t("film.saved", { name, size: size(blob.size) })));
  } catch (error) {
    if (bar.isConnected) tell(error.message, "alert");
  }
}
