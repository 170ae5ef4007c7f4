import assert from "node:assert/strict";
import { test } from "node:test";

import { listCommands, matchCommands, fixedChoices, readLine, toValue } from "./commands.js";

const REGISTERED = [
  { id: "1", type: 1, name: "help", description: "What the bot can do", options: [] },
  {
    id: "2",
    type: 1,
    name: "draw",
    description: "",
    options: [
      {
        type: 1,
        name: "event",
        description: "Draw an event",
        options: [
          { type: 3, name: "where", description: "", required: false },
          { type: 3, name: "marker", description: "", required: true, autocomplete: true },
        ],
      },
      { type: 2, name: "pool", description: "", options: [{ type: 1, name: "show", description: "Show a pool", options: [] }] },
    ],
  },
  { id: "3", type: 3, name: "Quote this", description: "" },
];
const COMMANDS = listCommands(REGISTERED);
const paths = (commands) => commands.map(({ path }) => path);

test("groups unfold into whole paths, other kinds of command are left out", () => {
  assert.deepEqual(paths(COMMANDS), ["draw event", "draw pool show", "help"]);
});

test("required options come first", () => {
  assert.deepEqual(COMMANDS[0].options.map(({ name }) => name), ["marker", "where"]);
});

test("what is typed finds commands, the nearest first", () => {
  assert.deepEqual(paths(matchCommands(COMMANDS, "")), ["draw event", "draw pool show", "help"]);
  assert.deepEqual(paths(matchCommands(COMMANDS, "draw  p")), ["draw pool show"]);
  assert.deepEqual(paths(matchCommands(COMMANDS, "EVENT")), ["draw event"]);
  assert.deepEqual(paths(matchCommands(COMMANDS, "bot can")), ["help"]);
  assert.deepEqual(paths(matchCommands(COMMANDS, "x")), []);
});

test("a whole line is read with its options", () => {
  const { command, texts } = readLine(COMMANDS, 'draw event marker:"Air unit" where:the north bank');
  assert.equal(command.path, "draw event");
  assert.deepEqual(texts, { marker: "Air unit", where: "the north bank" });
  assert.deepEqual(readLine(COMMANDS, "help").texts, {});
  assert.equal(readLine(COMMANDS, "draw event unknown:1"), null);
  assert.equal(readLine(COMMANDS, "draw"), null);
  assert.equal(readLine(COMMANDS, "helpful"), null);
});

const TURN = { type: 4, name: "turn", required: true, min_value: 1, max_value: 10 };

const CONVERSIONS = [
  [TURN, "3", { value: "3" }],
  [TURN, " 10 ", { value: "10" }],
  [TURN, "11", { error: "turn: at most 10." }],
  [TURN, "0", { error: "turn: at least 1." }],
  [TURN, "2.5", { error: "turn: write a whole number." }],
  [TURN, "", { error: "turn is required." }],
  [{ ...TURN, required: false }, " ", { value: undefined }],
  [{ type: 10, name: "odds" }, "2.5", { value: "2.5" }],
  [{ type: 10, name: "odds" }, "two", { error: "odds: write a number." }],
  [{ type: 3, name: "name" }, " kept ", { value: " kept " }],
  [{ type: 3, name: "name", max_length: 3 }, "four", { error: "name: at most 3 characters." }],
  [{ type: 3, name: "name", min_length: 3 }, "ab", { error: "name: at least 3 characters." }],
  [{ type: 5, name: "open" }, "true", { value: "true" }],
  [{ type: 5, name: "open" }, "False", { value: "false" }],
  [{ type: 5, name: "open" }, "maybe", { error: "open: choose one from the list." }],
  [{ type: 3, name: "game", choices: [{ name: "Marne 1918", value: "marne-1918" }] }, "marne 1918", { value: "marne-1918" }],
  [{ type: 4, name: "side", choices: [{ name: "Allies", value: 0 }] }, "Allies", { value: "0" }],
  [{ type: 4, name: "side", choices: [{ name: "Allies", value: 0 }] }, "0", { value: "0" }],
];

for (const [option, text, sent] of CONVERSIONS) {
  test(`${option.name} (kind ${option.type}) of ${JSON.stringify(text)}`, () => assert.deepEqual(toValue(option, text), sent));
}

test("free options have no fixed choices", () => {
  assert.equal(fixedChoices({ type: 3, choices: [] }), null);
  assert.equal(fixedChoices({ type: 5 }).length, 2);
});
