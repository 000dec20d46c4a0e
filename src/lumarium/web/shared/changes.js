// A scene comes whole once, and from then on as what changed: docs/protocol.md, "changes".

const PARTS = ["layouts", "actions", "prompt", "then", "status"];
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});
const encoder = new TextEncoder();

/** CRC-32 of all ids, joined by line breaks. */
function summed(things) {
  let sum = -1;
  for (const byte of encoder.encode(things.map(({ id }) => id).join("\n"))) sum = CRC[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** Fields that are null are left out again; nothing of the earlier thing is changed. */
function merged(before, told) {
  const thing = { ...before, ...told };
  for (const [name, value] of Object.entries(told)) if (value === null) delete thing[name];
  return thing;
}

function listed(things, { set = [], gone = [], order = [] } = {}) {
  if (!set.length && !gone.length && !order.length) return things;
  const known = new Map(things.map((thing) => [thing.id, thing]));
  for (const told of set) known.set(told.id, merged(known.get(told.id), told));
  const away = new Set([...gone, ...order.map(([id]) => id)]);
  const ids = things.map(({ id }) => id).filter((id) => !away.has(id));
  for (const [id, behind] of order) ids.splice(behind ? ids.indexOf(behind) + 1 : 0, 0, id);
  return ids.map((id) => known.get(id));
}

/** The later scene, made of the earlier one and a change; null where they do not fit. */
export function changed(scene, change) {
  if (scene?.v !== change.base) return null;
  const { drop = 0, add = [] } = change.log || {};
  const later = {
    ...scene,
    v: change.v,
    pieces: listed(scene.pieces, change.pieces),
    panels: listed(scene.panels, change.panels),
    log: drop || add.length ? [...scene.log.slice(drop), ...add] : scene.log,
    events: change.events || [],
  };
  for (const name of PARTS) if (name in change) later[name] = change[name];
  return later.pieces.includes(undefined) || summed(later.pieces) !== change.sum ? null : later;
}
