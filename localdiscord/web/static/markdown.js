/** Discord's markdown read into a tree of plain objects. Knows no page; `markdown-view.js` draws the tree. */

import { inline } from "./markdown-inline.js";

/** @import { Mark } from "./markdown-inline.js" */
/** @typedef {{ nodes: Mark[], rest: string }} Block */
/** @typedef {{ indent: number, ordered: boolean, first: number, words: string }} Item */

const DEEPEST = 8;

/** The tree of a text with headings, lists, quotes and code blocks. @param {string} text @param {number} [depth] */
export function parse(text, depth = 0) {
  /** @type {Mark[]} */
  const found = [];
  let plain = "";
  let rest = text.replace(/\r\n?/g, "\n");
  const flush = () => {
    const words = plain.replace(/\n$/, "");
    if (words) found.push({ type: "text", children: inline(words) });
    plain = "";
  };
  while (rest) {
    const block = startOfBlock(rest, depth);
    if (block) {
      flush();
      found.push(...block.nodes);
      rest = block.rest;
      continue;
    }
    const [line, more] = firstLine(rest);
    const fence = line.indexOf("```", 1);
    if (fence > 0 && codeBlock(rest.slice(fence))) {
      plain += line.slice(0, fence);
      rest = rest.slice(fence);
    } else {
      plain += more === null ? line : `${line}\n`;
      rest = more ?? "";
    }
  }
  flush();
  return found;
}

/** The tree of a text that stands in one line, such as a title: no blocks, no links. @param {string} text @returns {Mark[]} */
export function parseLine(text) {
  return [{ type: "text", children: inline(text, { links: false }) }];
}

/** @param {string} text @param {number} depth @returns {Block | null} */
function startOfBlock(text, depth) {
  return codeBlock(text) ?? (depth < 1 ? quote(text, depth) : null) ?? heading(text) ?? list(text);
}

/** @param {string} text @returns {[string, string | null]} */
function firstLine(text) {
  const end = text.indexOf("\n");
  return end < 0 ? [text, null] : [text.slice(0, end), text.slice(end + 1)];
}

/** @param {string} text @returns {Block | null} */
function codeBlock(text) {
  if (!text.startsWith("```")) return null;
  const end = text.indexOf("```", 3);
  if (end < 4) return null;
  const inside = text.slice(3, end);
  const language = /^([\w+.#-]+)\n(?=[^]*\S)/.exec(inside);
  const code = (language ? inside.slice(language[0].length) : inside).replace(/^\n+|\n+$/g, "");
  return {
    nodes: [{ type: "codeblock", language: language?.[1] ?? "", text: code }],
    rest: text.slice(end + 3).replace(/^\n/, ""),
  };
}

/** @param {string} text @param {number} depth @returns {Block | null} */
function quote(text, depth) {
  if (text.startsWith(">>> ")) return { nodes: [{ type: "quote", children: parse(text.slice(4), depth + 1) }], rest: "" };
  const [lines, rest] = linesWhile(text, (line) => line.startsWith("> "));
  if (!lines.length) return null;
  const quoted = lines.map((line) => line.slice(2)).join("\n");
  return { nodes: [{ type: "quote", children: parse(quoted, depth + 1) }], rest };
}

/** @param {string} text @returns {Block | null} */
function heading(text) {
  const [line, more] = firstLine(text);
  const match = /^(#{1,3}|-#)[ \t]+(\S.*)$/.exec(line);
  if (!match) return null;
  const [, mark, words] = match;
  const node = mark === "-#" ? { type: "subtext" } : { type: "heading", level: mark.length };
  return { nodes: [{ ...node, children: inline(words.trimEnd()) }], rest: more ?? "" };
}

const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

/** @param {string} text @returns {Block | null} */
function list(text) {
  const [lines, rest] = linesWhile(text, (line) => ITEM.test(line));
  if (!lines.length) return null;
  const items = lines.map((line) => {
    const [, indent = "", mark = "", words = ""] = ITEM.exec(line) ?? [];
    return { indent: indent.length, ordered: mark.length > 1, first: parseInt(mark, 10) || 1, words };
  });
  return { nodes: listsOf(items, 0), rest };
}

/**
 * Items as lists; a change between marks and numbers begins another list.
 * @param {Item[]} items
 * @param {number} depth
 * @returns {Mark[]}
 */
function listsOf(items, depth) {
  const [head] = items;
  /** @type {Mark[]} */
  const lists = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at];
    let next = at + 1;
    while (next < items.length && items[next].indent > head.indent) next += 1;
    if (lists.at(-1)?.ordered !== item.ordered) lists.push({ type: "list", ordered: item.ordered, first: item.first, items: [] });
    lists.at(-1)?.items.push([...inline(item.words), ...nested(items.slice(at + 1, next), depth)]);
    at = next;
  }
  return lists;
}

/** @param {Item[]} items @param {number} depth @returns {Mark[]} */
function nested(items, depth) {
  if (!items.length) return [];
  return depth < DEEPEST ? listsOf(items, depth + 1) : items.map(({ words }) => ({ type: "plain", text: `\n${words}` }));
}

/** @param {string} text @param {(line: string) => boolean} holds @returns {[string[], string]} */
function linesWhile(text, holds) {
  const lines = [];
  let rest = text;
  while (rest) {
    const [line, more] = firstLine(rest);
    if (!holds(line)) break;
    lines.push(line);
    rest = more ?? "";
  }
  return [lines, rest];
}
