/** Moments in words, in the styles of Discord's timestamps. */

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

/** A moment (milliseconds) as a style asks; `zone` only for tests, otherwise the reader's own. */
export function written(moment, style, now, zone) {
  if (!Number.isFinite(new Date(moment).getTime())) return "an unknown time";
  if (style === "R") return relative(moment, now);
  return new Intl.DateTimeFormat(LANGUAGE, { ...(STYLES[style] ?? STYLES.f), timeZone: zone }).format(moment);
}

function relative(moment, now) {
  const seconds = (moment - now) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  const count = Math.trunc(seconds / length);
  if (!count) return "now";
  return new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "always" }).format(count, unit);
}

/** How a message's moment stands beside its author: the hour today, otherwise the date with it. */
export function beside(moment, now, zone) {
  return dayOf(moment, zone) === dayOf(now, zone) ? written(moment, "t", now, zone) : written(moment, "s", now, zone);
}

export function dayOf(moment, zone) {
  return written(moment, "D", moment, zone);
}
