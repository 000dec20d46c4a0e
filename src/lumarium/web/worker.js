// The service worker: keeps one page for when there is no connection, and lets all else pass as if it were not here.
// It never sees a socket and never keeps a table, a token or an answer of the API.

const CACHE = "lumarium-VERSION"; // the server writes its version: with another one everything here is fetched anew
const PAGE = "/web/pages/offline/offline.html";
const FILES = [
  "shared/base.css",
  "pages/page.css",
  "shared/theme.js",
  "pages/offline/offline.js",
  "icons/icon.svg",
  "pages/texts.en.json",
  "pages/texts.de.json",
].map((name) => `/web/${name}?offline`);

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES].map((address) => new Request(address, { cache: "reload" })));
  await skipWaiting();
}

async function tidy() {
  const old = (await caches.keys()).filter((name) => name.startsWith("lumarium-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

const kept = (address) => caches.open(CACHE).then((cache) => cache.match(address));

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(tidy()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (FILES.includes(pathname + search))
    event.respondWith(kept(pathname + search).then((found) => found || fetch(request)));
});

// A notice from the house: it says what it says, and a touch leads there. The first one answers that it has arrived.
async function tell({ title, body, path, confirm }) {
  if (confirm) await post("/api/me/confirm", { code: confirm }).catch(() => {});
  const open = await clients.matchAll({ type: "window" });
  if (open.some(({ url, focused }) => focused && new URL(url).pathname === path) && !confirm) return;
  await registration.showNotification(title, { body, tag: path, data: path, icon: "/web/icons/icon-192.png" });
}

const post = (path, body) =>
  fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

// The browser has another address from now on.
addEventListener("pushsubscriptionchange", (event) => {
  const renew = async () => {
    const fresh = await registration.pushManager.subscribe(event.oldSubscription.options);
    const { endpoint, keys } = fresh.toJSON();
    await post("/api/me/channels", { push: { endpoint, ...keys } });
  };
  event.waitUntil(renew().catch(() => {}));
});

// A notice leads to its table.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  const show = async () => {
    const open = await clients.matchAll({ type: "window" });
    const there = open.find(({ url }) => new URL(url).pathname === path);
    return there ? there.focus() : clients.openWindow(path);
  };
  event.waitUntil(show());
});
