/** The messages of a channel, oldest first, scrolled to the newest unless the user scrolled up. */

import { arrange, h } from "./dom.js";
import { refreshTimes } from "./markdown-view.js";
import { usedBar } from "./bars.js";
import { FLAG, MessageRow, thinking, TYPE } from "./message.js";
import { isSystem } from "./rows.js";
import { dayOf } from "./timestamps.js";
import { appMark, avatar } from "./avatars.js";

const GROUPING_TIME = 7 * 60_000;
const NEAR_THE_END = 48;
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

  /** Removes the messages of the channel before. */
  clear() {
    this.rows.clear();
    this.dividers.clear();
    this.atEnd = true;
    this.more.hidden = true;
    arrange(this.list, []);
  }

  show(messages, pending, hint) {
    const news = messages.some(({ id }) => !this.rows.has(id)) && this.rows.size > 0;
    const focus = this.focusNow();
    const rows = this.rowsFor(messages);
    for (const [id, row] of this.rows) row.showPending(pending.find(({ message }) => message === id));
    const responses = pending.filter(({ shown, form }) => shown || form).map((one) => this.pendingRow(one));
    arrange(this.list, [messages.length || responses.length ? [] : hint, rows, responses]);
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
      const row = this.rowFor(message, !newDay && isContinued(before, message));
      rows.set(message.id, row);
      elements.push(row.element);
      before = message;
    }
    this.rows = rows;
    return elements;
  }

  rowFor(message, compact) {
    const there = this.rows.get(message.id);
    const same = there && there.compact === compact && there.about === this.about(message) && (there.message === message || JSON.stringify(there.message) === JSON.stringify(message));
    return same ? there : Object.assign(new MessageRow(message, compact, this.scene), { about: this.about(message) });
  }

  /** What a row shows beside its message: the thread that it tells of. */
  about({ thread, message_reference: reference }) {
    const { name, thread_metadata: metadata } = this.scene.client.channel(thread?.id ?? reference?.channel_id) ?? {};
    return `${name} ${metadata?.archived}`;
  }

  divider({ timestamp }) {
    const day = dayOf(Date.parse(timestamp));
    if (!this.dividers.has(day)) this.dividers.set(day, h("div.day", { role: "separator" }, h("span", {}, day)));
    return this.dividers.get(day);
  }

  /** An interaction without a response: "thinking…", or why there is none. */
  pendingRow({ nonce, shown, state, reason, since }) {
    const { client } = this.scene;
    const bot = client.state.application.user;
    const fresh = state === "waiting" && client.now() - since < BEFORE_THINKING;
    if (fresh) setTimeout(() => this.scene.redraw(), BEFORE_THINKING);
    return h(
      "article.message.pending",
      { class: `message pending ${fresh ? "fresh" : ""}` },
      shown && usedBar(client.findUser(client.user), shown),
      h("div.gutter", {}, avatar(bot)),
      h(
        "div.message-body",
        {},
        h("div.message-head", {}, h("strong.author", {}, client.botName), appMark()),
        state === "waiting" ? thinking(client.botName) : h("div.failure", {}, reason),
        state === "failed" &&
          h("div.ephemeral-note", {}, "Only you can see this · ", h("button.as-link", { type: "button", onclick: () => client.removePending(nonce) }, "Dismiss message")),
      ),
    );
  }

  focusNow() {
    const at = document.activeElement;
    const row = at?.closest?.("[data-message]");
    return row && this.list.contains(row) ? { message: row.dataset.message, customId: at.dataset.customId, element: at } : null;
  }

  /** A button that was drawn again keeps the keyboard focus. */
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
    // new messages do not change the position; only the user scrolls up
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

/** Whether a message continues the one before it, and needs no name above it. */
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
