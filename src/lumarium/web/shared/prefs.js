// What this browser's user likes; kept in localStorage and shared by all tabs.

const KEY = "lumarium.prefs";
const DEFAULTS = {
  lang: "auto",
  theme: "system",
  motion: "system",
  confirm: false,
  auto: false,
  sound: false,
  notify: false,
  name: "",
};
const listeners = new Set();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {};
  }
}

let current = { ...DEFAULTS, ...stored() };

export const pref = (name) => current[name];

export function setPref(name, value) {
  current = { ...current, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // It then holds for this page only.
  }
  apply(name);
}

export const onPref = (listener) => listeners.add(listener);

const lightSystem = matchMedia("(prefers-color-scheme: light)");
const calmSystem = matchMedia("(prefers-reduced-motion: reduce)");

export function theme() {
  if (current.theme === "light" || current.theme === "dark") return current.theme;
  return lightSystem.matches ? "light" : "dark";
}

/** May things move on the screen? */
export function moving() {
  return current.motion === "on" || (current.motion === "system" && !calmSystem.matches);
}

function apply(name) {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.motion = moving() ? "on" : "off";
  const frame = document.querySelector("meta[name='theme-color']");
  if (frame) frame.content = getComputedStyle(document.documentElement).getPropertyValue("--bg");
  for (const listener of listeners) listener(name, current[name]);
}

lightSystem.addEventListener("change", () => apply("theme"));
calmSystem.addEventListener("change", () => apply("motion"));
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  const before = current;
  current = { ...DEFAULTS, ...stored() };
  for (const name of Object.keys(DEFAULTS)) if (before[name] !== current[name]) apply(name);
});
apply("theme");
