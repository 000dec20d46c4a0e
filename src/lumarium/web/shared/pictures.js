// Buttons that take a position along as a picture, and its line as one that moves.

import { saveAs } from "./api.js";
import { button, h } from "./dom.js";
import { t } from "./i18n.js";
import { later } from "./later.js";
import { asPng } from "./png.js";

const film = later(async () => (await import("./film.js")).makeFilm);

/** `draw(place)` gets the SVG of a position of the line, whose last place is `last`; `here` is the one that is looked at. */
export function pictures({ draw, here, last, name, line, refuse }) {
  const svg = () => draw(here).then((file) => saveAs(file, `${name}.svg`)).catch(refuse);
  const png = () => draw(here).then((file) => asPng(file)).then((file) => saveAs(file, `${name}.png`)).catch(refuse);
  const told = h("div", { id: "ui-film", class: "film", "aria-live": "polite" });
  const move = () => film().then((make) => make(told, { draw, here, last, name: `${line}.webp`, png })).catch(refuse);
  return {
    buttons: [
      button("ui-share-svg", t("share.svg"), svg, { icon: "download" }),
      button("ui-share-png", t("share.png"), png, { icon: "download" }),
      last > 0 && button("ui-share-film", t("share.film"), move, { icon: "play" }),
    ],
    told,
  };
}
