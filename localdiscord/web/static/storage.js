/** Which users the panes show, and in which channels: kept in the address and in localStorage. */

const KEY = "localdiscord.panes";

/** Reads "#1=USER.CHANNEL&2=USER.CHANNEL" into [{user, channel}, …], at most two. @param {string} hash */
export function readHash(hash) {
  const locations = [];
  for (const [, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    const match = /^(\d+)\.(\d+)$/.exec(value);
    if (match) locations.push({ user: match[1], channel: match[2] });
  }
  return locations.slice(0, 2);
}

/** @param {Spot[]} locations */
export function writeHash(locations) {
  return `#${locations.map(({ user, channel }, index) => `${index + 1}=${user}.${channel}`).join("&")}`;
}

export function loadLocations() {
  const locations = readHash(location.hash);
  if (locations.length) return locations;
  try {
    return readHash(localStorage.getItem(KEY) ?? "");
  } catch {
    return [];
  }
}

/** @param {Spot[]} locations */
export function saveLocations(locations) {
  const hash = writeHash(locations);
  // the browser's Back leads to the place before; what closes by Back has an entry already
  if (location.hash === "" || history.state?.over) history.replaceState(null, "", hash);
  else if (location.hash !== hash) history.pushState(null, "", hash);
  try {
    localStorage.setItem(KEY, hash);
  } catch {
    // a browser without storage shows the first user and channel next time
  }
}
