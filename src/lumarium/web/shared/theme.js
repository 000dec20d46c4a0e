// Runs before the first paint (a classic script), so that no page flashes in the wrong theme.
(() => {
  let prefs = {};
  try {
    prefs = JSON.parse(localStorage.getItem("lumarium.prefs")) || {};
  } catch {
    // A browser that keeps nothing gets the defaults.
  }
  const root = document.documentElement;
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  root.dataset.theme = prefs.theme === "light" || prefs.theme === "dark" ? prefs.theme : light ? "light" : "dark";
  const wanted = prefs.lang === "de" || prefs.lang === "en" ? prefs.lang : navigator.language.slice(0, 2);
  root.lang = wanted === "de" ? "de" : "en";
})();
