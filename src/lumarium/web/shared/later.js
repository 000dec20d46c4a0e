// Parts of a page that come when they are first wanted, so that what everybody waits for is light.

import { h } from "./dom.js";
import { moreTexts, t } from "./i18n.js";

/** Answers with a function that loads a part and what it says once, and once more after it could not be reached. */
export function later(load) {
  let part = null;
  const failed = () => {
    part = null;
    throw new Error(t("error.offline"));
  };
  return () => (part ||= moreTexts("shared/").then(load).catch(failed));
}

/** The style of such a part; settles when it holds. */
export function styled(address) {
  return new Promise((resolve, reject) =>
    document.head.append(h("link", { rel: "stylesheet", href: address, onload: resolve, onerror: reject })),
  );
}
