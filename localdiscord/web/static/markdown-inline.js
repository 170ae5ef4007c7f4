/** The markdown within a line: emphasis, code, links, mentions, timestamps. */

/** A node of the tree; which other fields there are depends on its type. @typedef {{ type: string, [name: string]: any }} Mark */
/** @typedef {{ links: boolean, depth: number }} Context */
/** @typedef {(text: string, at: number, context: Context) => { node: Mark, end: number } | null | false | "" | undefined} Reader */

const DEEPEST = 10;

/**
 * The nodes of a text; with `links: false` addresses and masked links stay text.
 * @param {string} text
 * @param {Partial<Context>} [context]
 * @returns {Mark[]}
 */
export function inline(text, { links = true, depth = 0 } = {}) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain) nodes.push({ type: "plain", text: plain });
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    const hit = depth < DEEPEST ? markAt(text, at, { links, depth }) : null;
    if (!hit) {
      plain += text[at];
      at += 1;
    } else {
      if (hit.node.type === "plain") plain += hit.node.text;
      else {
        flush();
        nodes.push(hit.node);
      }
      at = hit.end;
    }
  }
  flush();
  return nodes;
}

/** The address when it is one that the page may open, otherwise null. @param {string} text */
export function safeAddress(text) {
  try {
    const { protocol, href } = new URL(text);
    return protocol === "http:" || protocol === "https:" ? href : null;
  } catch {
    return null;
  }
}

/** The readers of what can begin with a character. @type {Record<string, Reader[]>} */
const MARKS = {
  "\\": [escaped],
  "`": [codeAt],
  "*": [paired("bold", "**"), single("italic", "*")],
  "_": [paired("underline", "__"), single("italic", "_")],
  "~": [paired("strike", "~~")],
  "|": [paired("spoiler", "||")],
  "[": [maskedLink],
  "<": [angled],
  h: [bareLink],
  "@": [everyone],
};

/** @param {string} text @param {number} at @param {Context} context */
function markAt(text, at, context) {
  for (const read of MARKS[text[at]] ?? []) {
    const hit = read(text, at, context);
    if (hit) return hit;
  }
  return null;
}

/** @type {Reader} */
function escaped(text, at) {
  const next = text[at + 1];
  return next && /[^\p{L}\p{N}\s]/u.test(next) ? { node: { type: "plain", text: next }, end: at + 2 } : null;
}

/** @param {string} text @param {number} at */
function codeAt(text, at) {
  const ticks = runLength(text, at, "`");
  for (let end = text.indexOf("`", at + ticks); end >= 0; ) {
    const length = runLength(text, end, "`");
    if (length === ticks) {
      const inside = text.slice(at + ticks, end);
      return { node: { type: "code", text: ticks > 1 ? inside.replace(/^ (?=`)|(?<=`) $/g, "") : inside }, end: end + ticks };
    }
    end = text.indexOf("`", end + length);
  }
  return null;
}

/** @param {string} type @param {string} mark @returns {Reader} */
function paired(type, mark) {
  return (text, at, context) => {
    if (!text.startsWith(mark, at)) return null;
    const start = at + mark.length;
    const end = closing(text, start, (run) => (run < 2 ? -1 : run > 2 ? run - 2 : 0), mark[0]);
    return end > start ? wrapped(type, text, start, end, mark.length, context) : null;
  };
}

/** @param {string} type @param {string} mark @returns {Reader} */
function single(type, mark) {
  return (text, at, context) => {
    const start = at + 1;
    if (/\s/.test(text[start] ?? " ")) return null;
    const words = mark === "_";
    if (words && isWord(text[at - 1])) return null;
    /** @type {(run: number, here: number) => number} */
    const closes = (run, here) => {
      if (run === 2) return -1;
      const end = here + run - 1;
      if (words ? isWord(text[end + 1]) : /\s/.test(text[end - 1])) return -1;
      return run - 1;
    };
    const end = closing(text, start, closes, mark);
    return end > start ? wrapped(type, text, start, end, 1, context) : null;
  };
}

/**
 * Where the closing mark stands: `offset(run, here)` says how far into a run of marks, or -1 for "not here".
 * @param {string} text
 * @param {number} start
 * @param {(run: number, here: number) => number} offset
 * @param {string} character
 */
function closing(text, start, offset, character) {
  for (let at = start; at < text.length; ) {
    if (text[at] === "\\") at += 2;
    else if (text[at] === "`") at = codeAt(text, at)?.end ?? at + runLength(text, at, "`");
    else if (text[at] === character) {
      const run = runLength(text, at, character);
      const into = at > start || run > 2 ? offset(run, at) : -1;
      if (into >= 0 && at + into > start) return at + into;
      at += run;
    } else at += 1;
  }
  return -1;
}

/**
 * @param {string} type
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @param {number} length
 * @param {Context} context
 */
function wrapped(type, text, start, end, length, { links, depth }) {
  return { node: { type, children: inline(text.slice(start, end), { links, depth: depth + 1 }) }, end: end + length };
}

/** @type {Reader} */
function maskedLink(text, at, { links, depth }) {
  const shut = links ? balanced(text, at, "[", "]") : -1;
  if (shut < 0 || text[shut + 1] !== "(") return null;
  const end = balanced(text, shut + 1, "(", ")");
  if (end < 0) return null;
  const match = /^\s*<?([^\s<>]+)>?(?:\s+"([^"]*)")?\s*$/.exec(text.slice(shut + 2, end));
  const address = match && safeAddress(match[1]);
  const label = text.slice(at + 1, shut);
  if (!address || !label.trim()) return null;
  const children = inline(label, { links: false, depth: depth + 1 });
  return { node: { type: "link", address, title: match[2] ?? "", children }, end: end + 1 };
}

/** @type {Reader} */
function bareLink(text, at, { links }) {
  if (!links || isWord(text[at - 1])) return null;
  const match = sticky(/https?:\/\/[^\s<]+/y, text, at);
  if (!match) return null;
  let words = match[0];
  while (/[.,:;!?"'\]*_~|]$/.test(words) || (words.endsWith(")") && !words.includes("("))) words = words.slice(0, -1);
  const address = safeAddress(words);
  return address && linkNode(words, address, at + words.length);
}

/** @param {string} words @param {string} address @param {number} end */
function linkNode(words, address, end) {
  return { node: { type: "link", address, title: "", children: [{ type: "plain", text: words }] }, end };
}

/** @type {[RegExp, (groups: string[]) => Mark][]} */
const ANGLED = [
  [/<@!?(\d{1,20})>/y, ([, id]) => ({ type: "user", id })],
  [/<@&(\d{1,20})>/y, ([, id]) => ({ type: "role", id })],
  [/<#(\d{1,20})>/y, ([, id]) => ({ type: "channel", id })],
  [/<\/([^:<>\n]{1,100}):(\d{1,20})>/y, ([, name, id]) => ({ type: "command", name, id })],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, ([, seconds, style]) => ({ type: "time", seconds: Number(seconds), style: style ?? "f" })],
  [/<a?:(\w{2,32}):\d{1,20}>/y, ([, name]) => ({ type: "emoji", name })],
];

/** @type {Reader} */
function angled(text, at, { links }) {
  for (const [pattern, node] of ANGLED) {
    const match = sticky(pattern, text, at);
    if (match) return { node: node(match), end: at + match[0].length };
  }
  const match = links ? sticky(/<(https?:\/\/[^\s<>]+)>/y, text, at) : null;
  const address = match && safeAddress(match[1]);
  return address ? linkNode(match[1], address, at + match[0].length) : null;
}

/** @type {Reader} */
function everyone(text, at) {
  const match = sticky(/@(?:everyone|here)\b/y, text, at);
  return match && { node: { type: "everyone", text: match[0] }, end: at + match[0].length };
}

/** @param {RegExp} pattern @param {string} text @param {number} at */
function sticky(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @param {string} text @param {number} at @param {string} open @param {string} shut */
function balanced(text, at, open, shut) {
  let depth = 0;
  for (let here = at; here < text.length; here += 1) {
    if (text[here] === "\\") here += 1;
    else if (text[here] === open) depth += 1;
    else if (text[here] === shut) {
      depth -= 1;
      if (!depth) return here;
    }
  }
  return -1;
}

/** @param {string} text @param {number} at @param {string} character */
function runLength(text, at, character) {
  let end = at;
  while (text[end] === character) end += 1;
  return end - at;
}

/** @param {string | undefined} character */
function isWord(character) {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
