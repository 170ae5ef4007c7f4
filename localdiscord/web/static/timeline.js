/** The messages of a channel, oldest first, kept at the newest unless the reader scrolled up. */

import { arrange, h } from "./dom.js";
import { refreshTimes } from "./markdown-view.js";
import { FLAG, MessageRow, thinking, TYPE, usedBy } from "./message.js";
import { dayOf } from "./moments.js";
import { appMark, avatar } from "./people.js";

const SAME_BREATH = 7 * 60_000;
const NEAR_THE_END = 48;
const SYSTEM_TYPES = new Set([TYPE.PIN, TYPE.JOIN, TYPE.THREAD_CREATED, TYPE.THREAD_STARTER]);
const BEFORE_THINKING = 150;
const REFRESH = 10_000;

export class Timeline {
  constructor(scene) {
    this.scene = scene;
    this.rows = new Map();
    this.dividers = new Map();
    this.atEnd = true;
    this.lastTop = 0;
    this.list = h("div.timeline-list");
    this.more = h("button.to-newest", { type: "button", hidden: true, onclick: () => this.toEnd() }, "New messages ↓");
    this.log = h("div.timeline", { role: "log", "aria-live": "polite", "aria-label": "Messages", tabindex: 0, onscroll: () => this.scrolled() }, this.list);
    this.element = h("div.timeline-frame", {}, this.log, this.more);
    this.sizes = new ResizeObserver(() => this.atEnd && this.toEnd());
    this.sizes.observe(this.list);
    this.sizes.observe(this.log);
    this.clock = setInterval(() => refreshTimes(this.list, this.scene.seat.now()), REFRESH);
  }

  end() {
    this.sizes.disconnect();
    clearInterval(this.clock);
  }

  /** Forgets the channel shown before. */
  clear() {
    this.rows.clear();
    this.dividers.clear();
    this.atEnd = true;
    this.more.hidden = true;
    arrange(this.list, []);
  }

  show(messages, awaited, hint) {
    const news = messages.some(({ id }) => !this.rows.has(id)) && this.rows.size > 0;
    const focus = this.focusNow();
    const rows = this.rowsFor(messages);
    for (const [id, row] of this.rows) row.await(awaited.find(({ message }) => message === id));
    const pending = awaited.filter(({ path, form }) => path || form).map((one) => this.pending(one));
    arrange(this.list, [messages.length || pending.length ? [] : hint, rows, pending]);
    this.refocus(focus);
    if (this.atEnd) this.toEnd();
    else if (news) this.more.hidden = false;
  }

  rowsFor(messages) {
    const rows = new Map();
    const elements = [];
    let before = null;
    for (const message of messages) {
      const newDay = !before || dayOf(Date.parse(before.timestamp)) !== dayOf(Date.parse(message.timestamp));
      if (newDay) elements.push(this.divider(message));
      const row = this.rowFor(message, !newDay && inOneBreath(before, message));
      rows.set(message.id, row);
      elements.push(row.element);
      before = message;
    }
    this.rows = rows;
    return elements;
  }

  rowFor(message, compact) {
    const there = this.rows.get(message.id);
    const same = there && there.compact === compact && (there.message === message || JSON.stringify(there.message) === JSON.stringify(message));
    return same ? there : new MessageRow(message, compact, this.scene);
  }

  divider({ timestamp }) {
    const day = dayOf(Date.parse(timestamp));
    if (!this.dividers.has(day)) this.dividers.set(day, h("div.day", { role: "separator" }, h("span", {}, day)));
    return this.dividers.get(day);
  }

  /** A deed without its answer yet: "thinking…", or why there is none. */
  pending({ nonce, path, state, reason, since }) {
    const { seat } = this.scene;
    const bot = seat.world.application.user;
    const fresh = state === "waiting" && seat.now() - since < BEFORE_THINKING;
    if (fresh) setTimeout(() => this.scene.redraw(), BEFORE_THINKING);
    return h(
      "article.message.pending",
      { class: `message pending ${fresh ? "fresh" : ""}` },
      path && usedBy(seat.person(seat.user), path),
      h("div.gutter", {}, avatar(bot)),
      h(
        "div.message-body",
        {},
        h("div.message-head", {}, h("strong.author", {}, seat.botName), appMark()),
        state === "waiting" ? thinking(seat.botName) : h("div.failure", {}, reason),
        state === "failed" &&
          h("div.ephemeral-note", {}, "Only you can see this · ", h("button.as-link", { type: "button", onclick: () => seat.settle(nonce) }, "Dismiss message")),
      ),
    );
  }

  focusNow() {
    const at = document.activeElement;
    const row = at?.closest?.("[data-message]");
    return row && this.list.contains(row) ? { message: row.dataset.message, customId: at.dataset.customId, element: at } : null;
  }

  /** A button that was drawn anew keeps the keyboard's place. */
  refocus(focus) {
    if (!focus || focus.element.isConnected) return;
    const row = this.rows.get(focus.message)?.element;
    const controls = row ? [...row.querySelectorAll("[data-custom-id]:not(:disabled)")] : [];
    const again = controls.find((control) => control.dataset.customId === focus.customId);
    (again ?? controls[0] ?? this.log).focus({ preventScroll: true });
  }

  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    if (scrollHeight - scrollTop - clientHeight < NEAR_THE_END) this.atEnd = true;
    // what grows below does not move the reader; only the reader moves up
    else if (scrollTop < this.lastTop) this.atEnd = false;
    this.lastTop = scrollTop;
    if (this.atEnd) this.more.hidden = true;
  }

  toEnd() {
    this.atEnd = true;
    this.more.hidden = true;
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** Scrolls to one message and marks it for a moment. */
  goTo(id) {
    const row = this.rows.get(id)?.element;
    if (!row) return;
    this.atEnd = false;
    row.scrollIntoView({ block: "center" });
    row.classList.add("found");
    setTimeout(() => row.classList.remove("found"), 2000);
  }
}

/** Whether a message goes on where the one before it stopped, and needs no name of its own. */
function inOneBreath(before, message) {
  return (
    before.author.id === message.author.id &&
    !SYSTEM_TYPES.has(before.type) &&
    !SYSTEM_TYPES.has(message.type) &&
    message.type !== TYPE.REPLY &&
    (message.flags & FLAG.EPHEMERAL) === (before.flags & FLAG.EPHEMERAL) &&
    (!message.interaction_metadata || message.interaction_metadata.id === before.interaction_metadata?.id) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < SAME_BREATH
  );
}
