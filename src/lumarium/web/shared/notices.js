// Tells a player who looks elsewhere that it is their turn: title, sound, notification. Only what was asked for.

import { t } from "./i18n.js";
import { pref } from "./prefs.js";
import { play } from "./sounds.js";

let turn = false;
let base = "Lumarium";
let timer = null;
let notice = null;
let worker = null;

export function setTitle(text) {
  base = text;
  show();
}

function show(flash = false) {
  document.title = turn ? `${flash && document.hidden ? "★" : "●"} ${t("notice.turn")} · ${base}` : base;
}

/** Says whether it is this player's turn now. */
export function setTurn(mine) {
  const began = mine && !turn;
  turn = mine;
  clearInterval(timer);
  show();
  if (!mine) withdraw();
  if (!began) return;
  play("turn");
  if (!document.hidden) return;
  let flash = false;
  timer = setInterval(() => show((flash = !flash)), 1000);
  if (pref("notify") && globalThis.Notification?.permission === "granted") notify();
}

/** Through the service worker where there is one: phones know no other way. */
async function notify() {
  const facts = { body: base, tag: location.pathname, data: location.pathname, icon: "/web/icons/icon-192.png" };
  worker = await navigator.serviceWorker?.getRegistration();
  if (!turn || !document.hidden) return;
  if (worker?.active) return worker.showNotification(t("notice.turn"), facts);
  notice = new Notification(t("notice.turn"), facts);
  notice.onclick = () => (focus(), notice.close());
}

async function withdraw() {
  notice?.close();
  for (const shown of (await worker?.getNotifications({ tag: location.pathname })) || []) shown.close();
}

/** Asks the browser for leave to notify; resolves with whether it was given. */
export async function askToNotify() {
  if (!globalThis.Notification) return false;
  return (await Notification.requestPermission()) === "granted";
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  clearInterval(timer);
  withdraw();
  show();
});
