/** Avatars, drawn from the initials of a name. */

import { h } from "./dom.js";
import { nameOf } from "./names.js";
import { hueOf } from "./snowflake.js";
import { t } from "./words.js";

const HUES = 8;

/** @param {string} name */
export function initials(name) {
  const words = name.split(/[\s_.-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)].map((word = "") => [...word][0]) : [...(words[0] ?? "?")].slice(0, 1);
  return letters.join("").toUpperCase();
}

/** @param {User | undefined} user @param {string} [size] */
export function avatar(user, size = "") {
  const name = nameOf(user);
  const hue = user?.bot ? "bot" : hueOf(name) % HUES;
  return h("span.avatar", { class: `avatar hue-${hue} ${size}`, "aria-hidden": "true" }, initials(name));
}

export function appMark() {
  return h("span.app-mark", { title: t`An app, not a human user` }, "APP");
}
