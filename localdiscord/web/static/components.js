/** Message components: buttons, selects, layouts. */

import { fileLine, picture } from "./attachments.js";
import { h } from "./dom.js";
import { cssColour } from "./embed.js";
import { emojiWords } from "./emoji.js";
import { prose } from "./markdown-view.js";
import { safeAddress } from "./markdown-inline.js";
import { Menu } from "./menu.js";
import { t } from "./words.js";

/** @type {Record<number, string>} */
const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

/**
 * `actions` has press(customId) and select(customId, values).
 * @param {Component[] | undefined} components
 * @param {Scene} scene
 * @param {Controls} actions
 * @returns {Content[]}
 */
export function componentViews(components, scene, actions) {
  return (components ?? []).map((component) => (VIEWS[component.type] ?? unknown)(component, scene, actions));
}

/** @type {Record<number, (component: Component, scene: Scene, actions: Controls) => Content>} */
const VIEWS = {
  1: ({ components }, scene, actions) => h("div.action-row", {}, componentViews(components, scene, actions)),
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  9: section,
  10: ({ content }, scene) => h("div.prose", {}, prose(content, scene)),
  11: ({ media, description }) => h("div.thumbnail", {}, picture(media, description || t`Thumbnail`)),
  12: ({ items }) => h("div.gallery", {}, items.map((/** @type {any} */ { media, description }) => picture(media, description || t`Picture`))),
  13: ({ file, name, size }) => fileLine({ url: file.url, name, size }),
  14: ({ divider, spacing }) => h("div.separator", { class: `separator ${divider === false ? "bare" : ""} ${spacing === 2 ? "wide" : ""}` }),
  17: container,
};

/** @param {Component} component */
function unknown({ type }) {
  return h("div.quiet", {}, t`(This page cannot show components of type ${type}.)`);
}

/** @param {Component} component @param {Scene} scene @param {Controls} actions */
function button({ style, label, emoji, url, disabled, custom_id: customId }, scene, { press }) {
  const words = [emojiWords(emoji), label].filter(Boolean).join(" ") || "\u200b";
  const look = { class: `button ${BUTTON_STYLES[style] ?? "secondary"}` };
  const address = url && safeAddress(url);
  if (style === 5 && address && !disabled) {
    return h("a", { ...look, href: address, target: "_blank", rel: "noopener noreferrer" }, words, h("span", { "aria-hidden": "true" }, " ↗"));
  }
  return h("button", { ...look, type: "button", disabled: Boolean(disabled), dataset: { customId: customId ?? "" }, onclick: () => press(customId) }, words);
}

/** @param {Component} component @param {Scene} scene @param {Controls} actions */
function menu(component, scene, { select }) {
  return new Menu(component, scene.client, { commit: (values) => select(component.custom_id, values) }).element;
}

/** @param {Component} component @param {Scene} scene @param {Controls} actions */
function section({ components, accessory }, scene, actions) {
  return h(
    "div.section",
    {},
    h("div.section-text", {}, componentViews(components, scene, actions)),
    accessory && h("div.section-accessory", {}, componentViews([accessory], scene, actions)),
  );
}

/** @param {Component} component @param {Scene} scene @param {Controls} actions */
function container({ components, accent_color: accent, spoiler }, scene, actions) {
  const box = h("div.container", {}, componentViews(components, scene, actions));
  if (typeof accent === "number") box.style.setProperty("--bar", cssColour(accent));
  return spoiler ? h("details.container-spoiler", {}, h("summary", {}, t`Spoiler`), box) : box;
}
