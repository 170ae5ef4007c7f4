/** Timestamps as text, in Discord's styles. */

import { REGION, t } from "./words.js";

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 365 * 86400],
  ["month", 30 * 86400],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/**
 * A moment (in milliseconds) in a style; tests give a `zone`, otherwise it is the user's own.
 * @param {number} moment
 * @param {string} style
 * @param {number} [now]
 * @param {string} [zone]
 */
export function formatTimestamp(moment, style, now = Date.now(), zone) {
  if (!Number.isFinite(new Date(moment).getTime())) return t`an unknown time`;
  if (style === "R") return relative(moment, now);
  return formatter(STYLES[style] ? style : "f", zone).format(moment);
}

/** Making a formatter costs far more than using it. */
/** @type {Map<string, Intl.DateTimeFormat>} */
const formatters = new Map();

/** @param {string} style @param {string} [zone] @returns {Intl.DateTimeFormat} */
function formatter(style, zone) {
  const key = `${style} ${zone}`;
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(REGION, { ...STYLES[style], timeZone: zone });
  formatters.set(key, made);
  return made;
}

/** @param {number} moment @param {number} now */
function relative(moment, now) {
  const seconds = (moment - now) / 1000;
  const least = Math.abs(seconds) / 0.9;
  const [unit, length] = UNITS.find(([, size]) => least >= size) ?? /** @type {const} */ (["second", 1]);
  const count = Math.round(seconds / length);
  if (!count) return t`now`;
  return new Intl.RelativeTimeFormat(REGION, { numeric: "always" }).format(count, unit);
}

/**
 * The time beside the author of a message: the hour if it was today, otherwise the date too.
 * @param {number} moment
 * @param {number} now
 * @param {string} [zone]
 */
export function formatShort(moment, now, zone) {
  return dayOf(moment, zone) === dayOf(now, zone) ? formatTimestamp(moment, "t", now, zone) : formatTimestamp(moment, "s", now, zone);
}

/** @param {number} moment @param {string} [zone] */
export function dayOf(moment, zone) {
  return formatTimestamp(moment, "D", moment, zone);
}
