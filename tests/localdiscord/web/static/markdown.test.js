import assert from "node:assert/strict";
import { test } from "node:test";

import { safeAddress } from "./markdown-inline.js";
import { parse, parseLine } from "./markdown.js";

/** A tree written short: `bold(a italic(b))`. */
function short(nodes) {
  return nodes
    .map((node) => {
      if (node.type === "plain") return node.text;
      if (node.type === "text") return short(node.children);
      if (node.type === "list") return `${node.ordered ? `ol${node.first}` : "ul"}(${node.items.map((item) => `[${short(item)}]`).join("")})`;
      if (node.type === "link") return `link(${node.address}|${short(node.children)})`;
      if (node.type === "time") return `time(${node.seconds},${node.style})`;
      if (node.type === "heading") return `h${node.level}(${short(node.children)})`;
      if (node.type === "codeblock") return `block(${node.language}|${node.text})`;
      return `${node.type}(${node.children ? short(node.children) : (node.text ?? node.name ?? node.id)})`;
    })
    .join("");
}

const read = (text) => short(parse(text));

const CASES = {
  "plain words": ["plain words", "plain words"],
  bold: ["a **b** c", "a bold(b) c"],
  "italic with stars": ["*a* b", "italic(a) b"],
  "italic with underscores": ["_a_ b", "italic(a) b"],
  underline: ["__a__", "underline(a)"],
  strike: ["~~a~~", "strike(a)"],
  spoiler: ["||a||", "spoiler(a)"],
  "bold and italic": ["***a***", "bold(italic(a))"],
  "italic at the end of bold": ["**a *b***", "bold(a italic(b))"],
  "bold at the end of italic": ["*a **b***", "italic(a bold(b))"],
  "bold within italic": ["*a **b** c*", "italic(a bold(b) c)"],
  "unclosed marks stay": ["**a *b", "**a *b"],
  "sums are not italic": ["5 * 3 * 2", "5 * 3 * 2"],
  "names with underscores": ["marne_1918_map", "marne_1918_map"],
  "escaped marks": ["\\*a\\* \\_b\\_", "*a* _b_"],
  "backslash before a letter": ["a\\b", "a\\b"],
  code: ["`**a**`", "code(**a**)"],
  "code with ticks": ["`` a`b ``", "code( a`b )"],
  "marks within code do not close": ["**a `**` b**", "bold(a code(**) b)"],
  "code block": ["```py\nx = 1\n```", "block(py|x = 1)"],
  "code block without language": ["```a **b**```", "block(|a **b**)"],
  "code block between words": ["a ```b``` c", "a block(|b) c"],
  "unclosed code block": ["```a", "```a"],
  heading: ["# A\n## B\n### C\nd", "h1(A)h2(B)h3(C)d"],
  "no heading without space": ["#a", "#a"],
  "no fourth heading": ["#### a", "#### a"],
  subtext: ["-# a", "subtext(a)"],
  quote: ["> a\n> b\nc", "quote(a\nb)c"],
  "quote to the end": [">>> a\n\nb", "quote(a\n\nb)"],
  "no quote without space": [">a", ">a"],
  list: ["- a\n- b", "ul([a][b])"],
  "list within a list": ["- a\n  - b\n- c", "ul([aul([b])][c])"],
  "numbered list": ["3. a\n4. b", "ol3([a][b])"],
  "marks and numbers make two lists": ["- a\n1. b", "ul([a])ol1([b])"],
  "bold at the start is no list": ["**a** b", "bold(a) b"],
  "empty line": ["a\n\nb", "a\n\nb"],
  address: ["see https://example.org/a_b.", "see link(https://example.org/a_b|https://example.org/a_b)."],
  "address in brackets": ["(https://example.org/a)", "(link(https://example.org/a|https://example.org/a))"],
  "angled address": ["<https://example.org/>", "link(https://example.org/|https://example.org/)"],
  "masked link": ["[**a**](https://example.org/x_(y))", "link(https://example.org/x_(y)|bold(a))"],
  "a script is no link": ["[a](javascript:alert(1))", "[a](javascript:alert(1))"],
  "a data address is no link": ["[a](data:text/html,x)", "[a](data:text/html,x)"],
  "markup stays text": ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
  mentions: ["<@1> <@!2> <#3> <@&4>", "user(1) user(2) channel(3) role(4)"],
  "slash command": ["</draw event:12>", "command(draw event)"],
  everyone: ["@everyone @here @her", "everyone(@everyone) everyone(@here) @her"],
  emoji: ["<:fire:1> <a:dice:2>", "emoji(fire) emoji(dice)"],
  moments: ["<t:0> <t:5:R> <t:-5:d> <t:1:x>", "time(0,f) time(5,R) time(-5,d) <t:1:x>"],
  "carriage returns": ["a\r\nb", "a\nb"],
};

for (const [name, [text, tree]] of Object.entries(CASES)) test(name, () => assert.equal(read(text), tree));

test("a line has no blocks and no links", () => {
  assert.equal(short(parseLine("# **a** https://example.org [b](https://example.org)")), "# bold(a) https://example.org [b](https://example.org)");
});

test("only web addresses are safe", () => {
  assert.equal(safeAddress("https://example.org"), "https://example.org/");
  for (const address of ["javascript:alert(1)", "data:,x", "file:///x", "nothing", "", " javascript:1"]) assert.equal(safeAddress(address), null);
});

test("hostile text is read in good time", () => {
  const began = performance.now();
  for (const piece of ["*", "**a ", "_a `", "[a](", "||", "> ", "- ", "```", "\\", "<@", "~~*__"]) parse(piece.repeat(Math.ceil(4096 / piece.length)));
  assert.ok(performance.now() - began < 2000);
});

test("no text is lost: letters come out as they went in", () => {
  const marks = ["*", "**", "_", "__", "~~", "||", "`", "> ", "- ", "# ", "\n", " ", "a", "b", "[", "](", ")", "<", ">"];
  let seed = 1918;
  const next = (count) => (seed = (seed * 48271) % 2147483647) % count;
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: 12 }, () => marks[next(marks.length)]).join("");
    const letters = (words) => words.replace(/[^ab]/g, "");
    const words = JSON.stringify(parse(text), (key, value) => (["type", "language", "address"].includes(key) ? undefined : value));
    const inner = [...words.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, found]) => found.replace(/\\n/g, "")).join("");
    assert.equal(letters(inner), letters(text), JSON.stringify(text));
  }
});
