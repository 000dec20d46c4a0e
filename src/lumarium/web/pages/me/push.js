// This browser's own push service, where it has one.

export const canPush = () =>
  Boolean(navigator.serviceWorker && globalThis.PushManager && globalThis.Notification?.permission !== "denied");

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/** Where this browser can be reached by whoever has the key; null if it may not be. */
export async function subscribe(key) {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    const { endpoint, keys } = made.toJSON();
    return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
  } catch {
    return null;
  }
}

export async function unsubscribe() {
  const worker = await navigator.serviceWorker?.getRegistration();
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
}
