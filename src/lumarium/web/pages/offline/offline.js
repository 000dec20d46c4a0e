// The page for when there is no connection. It asks again by itself, and gives way as soon as the server answers.

const EVERY = 4000;
const texts = await (await fetch(`/web/pages/texts.${document.documentElement.lang}.json?offline`)).json();
const again = document.getElementById("ui-offline-again");
document.getElementById("ui-offline-title").textContent = texts["offline.title"];
document.getElementById("ui-offline-text").textContent = texts["offline.text"];
again.textContent = texts["offline.again"];
again.hidden = false;

async function ask() {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  // The address is still that of the page somebody wanted, unless they came here by name.
  if (location.pathname.startsWith("/web/")) location.replace("/");
  else location.reload();
}

again.addEventListener("click", ask);
addEventListener("online", ask);
setInterval(() => document.hidden || ask(), EVERY);
