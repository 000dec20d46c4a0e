// HTTP in one place: JSON in, JSON out, errors as sentences.

import { lang, t } from "./i18n.js";

class ApiError extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

async function ask(path, init = {}) {
  let answer;
  try {
    answer = await fetch(path, { ...init, headers: { "Accept-Language": lang(), ...init.headers } });
  } catch {
    throw new ApiError("offline", t("error.offline"));
  }
  if (answer.ok) return answer;
  const error = await answer.json().catch(() => ({}));
  throw new ApiError(error.code || "internal", error.text || t("error.internal"));
}

const bearer = (tokens) => (tokens.length ? { Authorization: `Bearer ${tokens.join(",")}` } : {});

export const getJson = async (path) => (await ask(path)).json();
export const getText = async (path, tokens = []) => (await ask(path, { headers: bearer(tokens) })).text();

const post = (path, body, tokens) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json", ...bearer(tokens) }, body: JSON.stringify(body) });

export const postJson = async (path, body, tokens = []) => (await post(path, body, tokens)).json();
export const postBlob = async (path, body, tokens = []) => (await post(path, body, tokens)).blob();

/** A file that needs tokens, saved under its name. */
export async function download(path, tokens, name) {
  saveAs(await (await ask(path, { headers: bearer(tokens) })).blob(), name);
}

/** Gives a file to the user. */
export function saveAs(blob, name) {
  const url = URL.createObjectURL(blob);
  const anchor = Object.assign(document.createElement("a"), { href: url, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

let server;
/** What the server offers; asked once per page. */
export const serverFacts = () => (server ||= getJson(`/api/server?lang=${lang()}`));
