// The capability tokens of this browser, by table. They live here and in links, never in an address that is requested.

const prefix = "lumarium.table.";
const memory = new Map();
const EMPTY = { host: null, watch: null, join: null, seats: {}, invites: {}, links: [] };

export function tokensOf(table) {
  let kept = memory.get(table);
  try {
    kept = JSON.parse(localStorage.getItem(prefix + table)) || kept;
  } catch {
    // Without storage, the tokens live as long as the page.
  }
  return { ...EMPTY, ...kept };
}

export function keepTokens(table, change) {
  const kept = { ...tokensOf(table), ...change };
  memory.set(table, kept);
  try {
    localStorage.setItem(prefix + table, JSON.stringify(kept));
  } catch {
    // See above.
  }
  return kept;
}

/** What a new table's creator is told, once. */
export function keepNewTable({ table, tokens }) {
  const of = (kind) =>
    Object.fromEntries(tokens.seats.filter((seat) => seat.kind === kind).map((seat) => [seat.seat, seat.token]));
  keepTokens(table, {
    host: tokens.host,
    watch: tokens.watch,
    join: tokens.join,
    seats: of("me"),
    invites: of("open"),
  });
}

const TOKEN = /^#[\w-]{20,}$/;

/** Takes the token out of the address bar, before anything else can see it. */
export function takeFragment(table) {
  // A link entered over the address of its own table changes the fragment alone, and no page would load.
  addEventListener("hashchange", () => TOKEN.test(location.hash) && location.reload());
  const token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  const kept = tokensOf(table);
  const known = [...kept.links, ...Object.values(kept.seats), kept.host, kept.watch, kept.join];
  if (!known.includes(token)) keepTokens(table, { links: [token, ...kept.links].slice(0, 3) });
}

/** The tokens to show to the server. */
export function helloTokens(table) {
  const kept = tokensOf(table);
  const tokens = [...Object.values(kept.seats), kept.host, ...kept.links].filter(Boolean);
  if (!tokens.length) tokens.push(...[kept.join, kept.watch].filter(Boolean));
  return [...new Set(tokens)].slice(0, 8);
}

/** A seat was taken: its own token replaces the link that led here. */
export function keepSeat(table, seat, token) {
  keepTokens(table, { seats: { ...tokensOf(table).seats, [seat]: token }, links: [] });
}

/** Seats change places, by the host, a draw or a rematch: the only token is that of the only seat. */
export function settleSeat(table, seats) {
  const kept = Object.entries(tokensOf(table).seats);
  if (kept.length === 1 && seats.length === 1 && kept[0][0] !== String(seats[0]))
    keepTokens(table, { seats: { [seats[0]]: kept[0][1] } });
}

/** A token that the server no longer takes. */
export function dropLinks(table) {
  keepTokens(table, { links: [] });
}

/** A seat was given up. */
export function dropSeat(table, seat) {
  const seats = { ...tokensOf(table).seats };
  delete seats[seat];
  keepTokens(table, { seats });
}

/** A rematch is played with the same tokens. */
export function copyTokens(table, next) {
  keepTokens(next, { ...tokensOf(table), invites: {} });
}

export const link = (table, token, origin = location.origin) => `${origin}/t/${table}${token ? `#${token}` : ""}`;
