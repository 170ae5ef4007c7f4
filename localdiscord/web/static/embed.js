/** An embed: a card with a colour bar. */

import { picture } from "./attachments.js";
import { h } from "./dom.js";
import { line, prose } from "./markdown-view.js";
import { safeAddress } from "./markdown-inline.js";
import { formatShort } from "./timestamps.js";
import { t } from "./words.js";

const FIELDS_A_ROW = 3;

/** @param {Embed} embed @param {Scene} scene */
export function embedView(embed, scene) {
  const card = h(
    "article.embed",
    { "aria-label": embed.title ? t`Embed: ${embed.title}` : t`Embed` },
    h(
      "div.embed-text",
      {},
      embed.author && author(embed.author),
      embed.title && h("div.embed-title", {}, linked(embed.url, line(embed.title, scene))),
      embed.description && h("div.embed-description.prose", {}, prose(embed.description, scene)),
    ),
    embed.thumbnail?.url && h("div.embed-thumbnail", {}, picture(embed.thumbnail, t`Thumbnail`)),
    embed.fields?.length && h("div.embed-fields", {}, fields(embed.fields, scene)),
    embed.image?.url && h("div.embed-image", {}, picture(embed.image, embed.title ? t`Picture: ${embed.title}` : t`Picture`)),
    footer(embed, scene),
  );
  if (typeof embed.color === "number") card.style.setProperty("--bar", cssColour(embed.color));
  return card;
}

/** @param {number} number */
export function cssColour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

/** @param {string | undefined} url @param {Content} children */
function linked(url, children) {
  const address = url && safeAddress(url);
  return address ? h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, children) : children;
}

/** @param {NonNullable<Embed["author"]>} author */
function author({ name, url, icon_url: icon }) {
  return h("div.embed-author", {}, icon && picture({ url: icon }, ""), linked(url, [name]));
}

/**
 * Inline fields share a row by three, or by two; others have a row to themselves.
 * @param {NonNullable<Embed["fields"]>} list
 * @param {Scene} scene
 */
function fields(list, scene) {
  return rowsOf(list).flatMap((row) =>
    row.map((field) =>
      h(
        `div.embed-field.of-${field.inline ? row.length : 1}`,
        {},
        h("div.embed-field-name", {}, line(field.name, scene)),
        h("div.embed-field-value.prose", {}, prose(field.value, scene)),
      ),
    ),
  );
}

/** @param {NonNullable<Embed["fields"]>} list */
function rowsOf(list) {
  /** @type {NonNullable<Embed["fields"]>[]} */
  const rows = [];
  /** @type {NonNullable<Embed["fields"]> | null} */
  let open = null;
  for (const field of list) {
    if (!field.inline || !open || open.length === FIELDS_A_ROW) rows.push((open = []));
    open.push(field);
    if (!field.inline) open = null;
  }
  return rows;
}

/** @param {Embed} embed @param {Scene} scene */
function footer({ footer: foot, timestamp }, scene) {
  if (!foot?.text && !timestamp) return null;
  const moment = timestamp && Date.parse(timestamp);
  return h(
    "footer.embed-footer",
    {},
    foot?.icon_url && picture({ url: foot.icon_url }, ""),
    [foot?.text, moment && formatShort(moment, scene.client.now())].filter(Boolean).join(" • "),
  );
}
