/** Draws a markdown tree as elements. Text only ever becomes text nodes. */

import { h } from "./dom.js";
import { parse, parseLine } from "./markdown.js";
import { formatTimestamp } from "./timestamps.js";
import { nameOf } from "./names.js";
import { t } from "./words.js";

/** @import { Mark } from "./markdown-inline.js" */
/** @typedef {(node: Mark, scene: Scene) => Content} View */

/** The elements of a text with all of Discord's markdown. @param {string} text @param {Scene} scene */
export function prose(text, scene) {
  return draw(parse(text), scene);
}

/** The elements of a text in one line: a title, the name of a field. @param {string} text @param {Scene} scene */
export function line(text, scene) {
  return draw(parseLine(text), scene);
}

/** @param {Mark[]} nodes @param {Scene} scene @returns {Content[]} */
function draw(nodes, scene) {
  return nodes.map((node) => (RENDERERS[node.type] ?? RENDERERS.plain)(node, scene));
}

/** @type {(tag: string) => View} */
const wrap = (tag) => (node, scene) => h(tag, {}, draw(node.children, scene));

/** @type {Record<string, View>} */
const RENDERERS = {
  plain: ({ text }) => text,
  text: wrap("span.words"),
  bold: wrap("strong"),
  italic: wrap("em"),
  underline: wrap("u"),
  strike: wrap("s"),
  subtext: wrap("small.subtext"),
  quote: wrap("blockquote"),
  heading: (node, scene) => h(`h${node.level + 2}.heading-${node.level}`, {}, draw(node.children, scene)),
  code: ({ text }) => h("code", {}, text),
  codeblock: ({ language, text }) => h("pre", { tabindex: 0, "aria-label": language ? t`Code, ${language}` : t`Code` }, h("code", {}, text)),
  list: (node, scene) =>
    h(node.ordered ? "ol" : "ul", node.ordered ? { start: node.first } : {}, node.items.map((/** @type {Mark[]} */ item) => h("li", {}, draw(item, scene)))),
  link,
  spoiler,
  time,
  user: ({ id }, scene) => mention(`@${nameOf(scene.client.findUser(id))}`, id === scene.client.user),
  role: ({ id }, scene) => mention(`@${scene.client.state.guild.roles?.find((role) => role.id === id)?.name ?? "role"}`),
  everyone: ({ text }) => mention(text, true),
  emoji: ({ name }) => h("span.emoji", {}, `:${name}:`),
  channel: ({ id }, scene) => channelLink(id, scene),
  command: ({ name }, scene) =>
    h("button.mention", { type: "button", title: t`Use this command`, onclick: () => scene.beginCommand(name) }, `/${name}`),
};

/** @param {string} text @param {boolean} [own] */
function mention(text, own = false) {
  return h(own ? "span.mention.own" : "span.mention", {}, text);
}

/** @param {string} id @param {Scene} scene */
function channelLink(id, scene) {
  const channel = scene.client.channel(id);
  if (!channel) return mention("#unknown");
  return h("button.mention", { type: "button", onclick: () => scene.openChannel(id) }, `#${channel.name}`);
}

const JUMP = /^https?:\/\/[^/]+\/channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** Discord's own links to a channel or message lead to it on this server. @type {View} */
function link({ address, title, children }, scene) {
  const [, guild, channel, message] = JUMP.exec(address) ?? [];
  if (channel && scene.client.channel(channel) && (guild === "@me" || guild === scene.client.state.guild.id)) {
    const words = children.length === 1 && children[0]?.text === address ? `#${scene.client.channel(channel)?.name}` : draw(children, scene);
    return h("button.mention", { type: "button", onclick: () => scene.openChannel(channel, message) }, words, message && t` › message`);
  }
  return h("a", { href: address, title: title || address, target: "_blank", rel: "noopener noreferrer" }, draw(children, scene));
}

/** @type {View} */
function spoiler(node, scene) {
  const hidden = h("span", { inert: true }, draw(node.children, scene));
  const cover = h("span.spoiler", { role: "button", tabindex: 0, "aria-label": t`Spoiler: show` }, hidden);
  const reveal = () => {
    cover.classList.add("shown");
    ["role", "tabindex", "aria-label"].forEach((name) => cover.removeAttribute(name));
    hidden.inert = false;
  };
  cover.addEventListener("click", reveal, { once: true });
  cover.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && reveal());
  return cover;
}

/** @type {View} */
function time({ seconds, style }, scene) {
  const moment = seconds * 1000;
  const valid = Number.isFinite(new Date(moment).getTime());
  const element = h("time.stamp", {
    datetime: valid && new Date(moment).toISOString(),
    title: formatTimestamp(moment, "F", scene.client.now()),
    dataset: style === "R" ? { relative: String(moment) } : {},
  });
  element.textContent = formatTimestamp(moment, style, scene.client.now());
  return element;
}

/** Brings every relative time below an element up to date. @param {HTMLElement} root @param {number} now */
export function refreshTimes(root, now) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("time[data-relative]"))) {
    const words = formatTimestamp(Number(element.dataset.relative), "R", now);
    if (element.textContent !== words) element.textContent = words;
  }
}
