/** Discord's ids: decimal strings, too long for a number, that grow with time. */

/** @param {string} one @param {string} other @returns {number} */
export function compareIds(one, other) {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

const EPOCH = 1420070400000n;

/** When an id was made, in milliseconds. @param {string} id */
export function momentOf(id) {
  return Number((BigInt(id) >> 22n) + EPOCH);
}

/** A small steady number out of an id or name, to choose a colour by. @param {string} text */
export function hueOf(text) {
  let sum = 7;
  for (const character of text) sum = (sum * 131 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum;
}
