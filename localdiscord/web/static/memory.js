/** Which users sit at the table in this browser, and where: kept in the address and in localStorage. */

const KEY = "adjutant.table";

/** Reads "#1=USER.CHANNEL&2=USER.CHANNEL" into [{user, channel}, …], at most two. */
export function readHash(hash) {
  const places = [];
  for (const [, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    const match = /^(\d+)\.(\d+)$/.exec(value);
    if (match) places.push({ user: match[1], channel: match[2] });
  }
  return places.slice(0, 2);
}

export function writeHash(places) {
  return `#${places.map(({ user, channel }, index) => `${index + 1}=${user}.${channel}`).join("&")}`;
}

export function recall() {
  const places = readHash(location.hash);
  if (places.length) return places;
  try {
    return readHash(localStorage.getItem(KEY) ?? "");
  } catch {
    return [];
  }
}

export function remember(places) {
  const hash = writeHash(places);
  if (location.hash !== hash) history.replaceState(null, "", hash);
  try {
    localStorage.setItem(KEY, hash);
  } catch {
    // a browser that keeps nothing still plays
  }
}
