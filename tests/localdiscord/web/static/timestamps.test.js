import assert from "node:assert/strict";
import { test } from "node:test";

import { readHash, writeHash } from "./storage.js";
import { formatShort, formatTimestamp } from "./timestamps.js";
import { compareIds } from "./snowflake.js";

const MOMENT = Date.UTC(2026, 0, 5, 12, 30, 15);
const HOUR = 3_600_000;

const STYLES = {
  t: "12:30",
  T: "12:30:15",
  d: "05/01/2026",
  D: "5 January 2026",
  f: "5 January 2026 at 12:30",
  F: "Monday, 5 January 2026 at 12:30",
};

for (const [style, words] of Object.entries(STYLES)) {
  // versions of node differ in small words and commas
  const plain = (text) => text.replace(/ at |, /g, " ");
  test(`style ${style}`, () => assert.equal(plain(formatTimestamp(MOMENT, style, MOMENT, "UTC")), plain(words)));
}

test("relative moments", () => {
  const at = (distance) => formatTimestamp(MOMENT + distance, "R", MOMENT);
  assert.deepEqual([at(0), at(5000), at(-2 * HOUR), at(26 * HOUR), at(800 * 24 * HOUR)], ["now", "in 5 seconds", "2 hours ago", "in 1 day", "in 2 years"]);
});

test("a moment out of all range does not break the message", () => {
  assert.equal(formatTimestamp(9e15 * 1000, "f", MOMENT), "an unknown time");
});

test("beside a message of today stands the hour only", () => {
  assert.equal(formatShort(MOMENT, MOMENT + HOUR, "UTC"), "12:30");
  assert.match(formatShort(MOMENT, MOMENT + 48 * HOUR, "UTC"), /05\/01\/2026/);
});

test("locations are kept in the address", () => {
  const locations = [{ user: "12", channel: "34" }, { user: "56", channel: "78" }];
  assert.deepEqual(readHash(writeHash(locations)), locations);
  assert.deepEqual(readHash("#1=x.y&2=5.6&3=<script>"), [{ user: "5", channel: "6" }]);
  assert.deepEqual(readHash(""), []);
});

test("ids are compared as numbers too long for numbers", () => {
  assert.deepEqual(["1000000000000000000", "999999999999999999", "1000000000000000001"].sort(compareIds), ["999999999999999999", "1000000000000000000", "1000000000000000001"]);
});
