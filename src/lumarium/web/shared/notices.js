// Tells a player who looks elsewhere that it is their turn: title, sound, notification. Only what was asked for.

import { t } from "./i18n.js";
import { pref } from "./prefs.js";

let context = null;
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
  if (pref("sound")) chime();
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

/** Two soft notes, made here. */
export function chime() {
  context ||= new AudioContext();
  context.resume();
  [523.25, 783.99].forEach((pitch, index) => {
    const start = context.currentTime + index * 0.16;
    const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.linearRampToValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.9);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 1);
  });
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  clearInterval(timer);
  withdraw();
  show();
});
