/** Timestamps as text, in Discord's styles. */

const LANGUAGE = "en-GB";

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

const UNITS = [
  ["year", 365 * 86400],
  ["month", 30 * 86400],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** A moment (in milliseconds) in a style; tests give a `zone`, otherwise it is the user's own. */
export function formatTimestamp(moment, style, now, zone) {
  if (!Number.isFinite(new Date(moment).getTime())) return "an unknown time";
  if (style === "R") return relative(moment, now);
  return formatter(STYLES[style] ? style : "f", zone).format(moment);
}

/** Making a formatter costs far more than using it. */
const formatters = new Map();

function formatter(style, zone) {
  const key = `${style} ${zone}`;
  if (!formatters.has(key)) formatters.set(key, new Intl.DateTimeFormat(LANGUAGE, { ...STYLES[style], timeZone: zone }));
  return formatters.get(key);
}

function relative(moment, now) {
  const seconds = (moment - now) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  const count = Math.trunc(seconds / length);
  if (!count) return "now";
  return new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "always" }).format(count, unit);
}

/** The time beside the author of a message: the hour if it was today, otherwise the date too. */
export function formatShort(moment, now, zone) {
  return dayOf(moment, zone) === dayOf(now, zone) ? formatTimestamp(moment, "t", now, zone) : formatTimestamp(moment, "s", now, zone);
}

export function dayOf(moment, zone) {
  return formatTimestamp(moment, "D", moment, zone);
}
