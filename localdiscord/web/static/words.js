/** The page's own words, in the language of the user in the first pane. What bots and people write stays as it is. */

import { FRENCH } from "./french.js";

const KEY = "localdiscord.language";

/** The languages of the page by Discord's names for them, as each calls itself. @type {Record<string, string>} */
export const LANGUAGES = { "en-US": "English", fr: "Français" };

/** The locale in which the page is, until it is loaded anew. */
export const LOCALE = kept();
const isFrench = LOCALE === "fr";
/** How moments and numbers are written. */
export const REGION = isFrench ? "fr-FR" : "en-GB";
if (typeof document !== "undefined") document.documentElement.lang = isFrench ? "fr" : "en";

function kept() {
  try {
    return localStorage.getItem(KEY) ?? "en-US";
  } catch {
    return "en-US"; // a browser without storage reads English
  }
}

/** Reads the page in another language from its next load on; says whether that changes anything. @param {string} locale */
export function keepLocale(locale) {
  const wanted = locale in LANGUAGES ? locale : "en-US";
  if (wanted === LOCALE) return false;
  try {
    localStorage.setItem(KEY, wanted);
  } catch {
    return false;
  }
  return true;
}

/**
 * A sentence of the page: t`Message from ${name}`. Its key in the other language is "Message from {}".
 * @param {TemplateStringsArray} parts
 * @param {unknown[]} values
 */
export function t(parts, ...values) {
  const key = parts.join("{}");
  const said = isFrench ? (FRENCH[key] ?? key) : key;
  let at = 0;
  return said.replace(/\{\}/g, () => String(values[at++]));
}

/** A whole sentence of the server, in the page's language if it is known there. @param {string} sentence */
export function told(sentence) {
  return (isFrench && FRENCH[sentence]) || sentence;
}
