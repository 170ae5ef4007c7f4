/** The files of a message, and pictures everywhere.  */

import { h } from "./dom.js";
import { safeAddress } from "./markdown-inline.js";
import { t } from "./words.js";

const UNITS = ["bytes", "KB", "MB", "GB"];

/** @param {number} bytes */
export function sizeInWords(bytes) {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit ? size.toFixed(1) : size} ${UNITS[unit]}`;
}

/** @param {Attachment} attachment */
export function attachmentView(attachment) {
  const isPicture = attachment.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename);
  if (!isPicture) return fileLine(attachment);
  const { description, filename } = attachment;
  return h("div.drawing", {}, picture(attachment, description || filename), description && altText(description));
}

/** The description of a picture, behind the badge that Discord puts on pictures that have one. @param {string} description */
function altText(description) {
  return h("details.alt", {}, h("summary", {}, "ALT"), h("p", {}, description));
}

/** @param {{url: string, filename?: string, name?: string, size?: number}} file */
export function fileLine({ url, filename, name, size }) {
  const title = filename ?? name ?? "file";
  const address = localAddress(url);
  return h(
    "div.attachment",
    {},
    h("span.attachment-mark", { "aria-hidden": "true" }),
    h("span", {}, address ? h("a", { href: address, download: title, target: "_blank", rel: "noopener noreferrer" }, title) : title),
    typeof size === "number" && h("span.quiet", {}, sizeInWords(size)),
  );
}

/**
 * A picture that opens in full when clicked. Its name is shown if it cannot be loaded.
 * @param {Picture} picture
 * @param {string} name
 */
export function picture({ url, width, height }, name) {
  const address = localAddress(url);
  if (!address) return name ? h("span.quiet", {}, name) : null;
  const image = h("img", { src: address, alt: name, width, height, loading: "lazy", referrerpolicy: "no-referrer" });
  image.addEventListener("error", () => image.replaceWith(h("span.quiet", {}, name)), { once: true });
  if (!name) return image;
  return h("a.picture", { href: address, target: "_blank", rel: "noopener noreferrer", "aria-label": t`${name}, open in full` }, image);
}

/** @param {string} url */
function localAddress(url) {
  return url ? safeAddress(new URL(url, location.href).href) : null;
}
