// Makes Lumarium an app that can be installed, where the browser allows it: over https, or on the machine itself.

if (navigator.serviceWorker) {
  const register = () => navigator.serviceWorker.register("/worker.js").catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
