/** The messages of a channel near the reader, oldest first. What is far away is not in the document. */

import { h, arrange } from "./dom.js";
import { MOST } from "./history.js";
import { refreshTimes } from "./markdown-view.js";
import { FLAG, MessageRow, TYPE } from "./message.js";
import { pendingRow } from "./pending-row.js";
import { Place } from "./place.js";
import { aboutRow, isSystem } from "./rows.js";
import { dayOf } from "./timestamps.js";
import { t } from "./words.js";

/** @import { History } from "./history.js" */
/** @typedef {{ message: string, customId: string | undefined, element: HTMLElement }} Focus */

const GROUPING_TIME = 7 * 60_000;
const REFRESH = 10_000;
const MARKED = 2000;
const QUIET = 250;

export class Timeline {
  /** @type {History} */
  history;
  /** What is drawn, by the message's id. @type {Map<string, MessageRow>} */
  rows = new Map();
  /** @type {Map<string, HTMLElement>} */
  dividers = new Map();
  loading = false;

  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    this.list = h("div.timeline-list");
    this.more = h("button.to-newest", { type: "button", hidden: true, onclick: () => scene.attempt(this.toPresent()) });
    this.log = h("div.timeline", { role: "log", "aria-live": "polite", "aria-label": t`Messages`, tabindex: 0, onscroll: () => this.scrolled() }, this.list);
    this.element = h("div.timeline-frame", {}, this.log, this.more);
    this.older = h("div.older", {}, t`Older messages…`);
    this.place = new Place(this.log);
    this.sizes = new ResizeObserver(() => this.place.keep(this.rows));
    this.sizes.observe(this.list);
    this.sizes.observe(this.log);
    this.clock = setInterval(() => this.refresh(), REFRESH);
  }

  /** Relative times follow the clock of the table. */
  refresh() {
    refreshTimes(this.list, this.scene.client.now());
  }

  end() {
    this.sizes.disconnect();
    clearInterval(this.clock);
  }

  /** Begins another channel, at its end. @param {History} history */
  open(history) {
    this.history = history;
    this.rows.clear();
    this.dividers.clear();
    this.place.following = true;
    this.more.hidden = true;
    arrange(this.list, []);
  }

  // ---- what is drawn

  /** `hint` stands above the first message of the channel. @param {Pending[]} pending @param {Node} hint */
  show(pending, hint) {
    const { messages, atStart, atEnd } = this.history;
    const focus = this.focusNow();
    this.place.note(this.rows, atEnd);
    const rows = this.rowsFor(messages);
    for (const [id, row] of this.rows) row.showPending(pending.find(({ message }) => message === id));
    const responses = pending.filter(({ shown, form }) => shown || form).map((one) => pendingRow(one, this.scene));
    arrange(this.list, [atStart ? hint : this.older, rows, atEnd ? responses : []]);
    this.refocus(focus);
    this.place.keep(this.rows);
    this.tellPlace();
    if (!this.place.height || this.place.above || this.place.below || messages.length >= MOST) return;
    this.load("older");
  }

  /** @param {Message[]} messages */
  rowsFor(messages) {
    const rows = new Map();
    /** @type {HTMLElement[]} */
    const elements = [];
    /** @type {Message | undefined} */
    let before;
    for (const message of messages) {
      const newDay = !before || dayOf(Date.parse(before.timestamp)) !== dayOf(Date.parse(message.timestamp));
      if (newDay) elements.push(this.divider(message));
      const row = this.rowFor(message, before !== undefined && !newDay && isContinued(before, message));
      rows.set(message.id, row);
      elements.push(row.element);
      before = message;
    }
    this.rows = rows;
    return elements;
  }

  /**
   * The row that is there already, unless something that it shows has changed.
   * @param {Message} message
   * @param {boolean} compact
   */
  rowFor(message, compact) {
    const there = this.rows.get(message.id);
    const about = aboutRow(message, this.scene);
    const same = there && there.compact === compact && there.about === about && (there.message === message || JSON.stringify(there.message) === JSON.stringify(message));
    return same ? there : new MessageRow(message, compact, this.scene, about);
  }

  /** @param {Message} message @returns {HTMLElement} */
  divider({ timestamp }) {
    const day = dayOf(Date.parse(timestamp));
    const divider = this.dividers.get(day) ?? h("div.day", { role: "separator" }, h("span", {}, day));
    this.dividers.set(day, divider);
    return divider;
  }

  /** @returns {Focus | null} */
  focusNow() {
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    const row = /** @type {HTMLElement | null | undefined} */ (at?.closest("[data-message]"));
    return at && row && this.list.contains(row) ? { message: row.dataset.message ?? "", customId: at.dataset.customId, element: at } : null;
  }

  /**
   * A button that was drawn again keeps the keyboard focus; that of a row that is gone moves to the messages.
   * @param {Focus | null} focus
   */
  refocus(focus) {
    if (!focus || focus.element.isConnected) return;
    const row = this.rows.get(focus.message)?.element;
    const controls = row ? [.../** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-custom-id]:not(:disabled)"))] : [];
    const again = controls.find((control) => control.dataset.customId === focus.customId);
    (again ?? controls[0] ?? this.log).focus({ preventScroll: true });
  }

  // ---- where the reader is

  scrolled() {
    const { history, place } = this;
    const way = place.scrolled(history.atEnd);
    place.note(this.rows);
    this.tellPlace();
    if (way < 0 && place.above < place.height) this.load("older");
    if (way > 0 && place.below < place.height) this.load("newer");
  }

  tellPlace() {
    const { history, place } = this;
    history.following = place.following;
    history.reading = place.seen[0]?.[0] ?? null;
    if (place.following) history.news = false;
    this.more.textContent = history.news ? t`New messages ↓` : t`Jump to present ↓`;
    this.more.hidden = place.following || (history.atEnd && !history.news);
  }

  /** Asks for the page above or below. A screen reader does not read it out: it is not new. @param {"older" | "newer"} way */
  async load(way) {
    const { history } = this;
    if (this.loading || history[way === "older" ? "atStart" : "atEnd"] || !history.messages.length) return;
    this.loading = true;
    try {
      await this.quietly(() => history[way]());
    } catch {
      // the next scroll asks again, and a lost connection is told above
    } finally {
      this.loading = false;
    }
  }

  /** @param {() => Promise<void>} work */
  async quietly(work) {
    const { history } = this;
    this.log.setAttribute("aria-live", "off");
    try {
      await work();
      if (history === this.history) this.scene.redraw();
    } finally {
      setTimeout(() => this.log.setAttribute("aria-live", "polite"), QUIET);
    }
  }

  /** To the newest message, wherever the reader is. */
  async toPresent() {
    if (!this.history.atEnd) await this.quietly(() => this.history.newest());
    if (document.activeElement === this.more) this.log.focus();
    this.place.toEnd();
    this.tellPlace();
  }

  /** Scrolls to one message, puts the focus on it, and marks it for a moment. @param {string} id */
  async goTo(id) {
    if (!this.rows.has(id)) await this.quietly(() => this.history.around(id));
    const row = this.rows.get(id)?.element;
    if (!row) throw new Error(t`This message is not there any more.`);
    this.place.following = false;
    row.scrollIntoView({ block: "center" });
    this.place.note(this.rows);
    this.tellPlace();
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    row.classList.add("found");
    setTimeout(() => row.classList.remove("found"), MARKED);
    await this.load("newer");
    await this.load("older");
  }
}

/** Whether a message continues the one before it, and needs no name above it. @param {Message} before @param {Message} message */
function isContinued(before, message) {
  return (
    before.author.id === message.author.id &&
    !isSystem(before) &&
    !isSystem(message) &&
    message.type !== TYPE.REPLY &&
    (message.flags & FLAG.EPHEMERAL) === (before.flags & FLAG.EPHEMERAL) &&
    (!message.interaction_metadata || message.interaction_metadata.id === before.interaction_metadata?.id) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUPING_TIME
  );
}
