/** The messages of a channel near the reader: a window of a few pages, without a gap. The server keeps the others. */

import { fetchMessages } from "./api.js";
import { compareIds } from "./snowflake.js";

/** @import { UserClient } from "./client.js" */

const PAGE = 50;
/** So many messages are held, and drawn, at most. */
export const MOST = 3 * PAGE;

export class History {
  /** Oldest first. @type {Message[]} */
  messages = [];
  /** The message that the reader looks at, away from the end. @type {string | null} */
  reading = null;
  /** @type {Promise<void>} */
  loading = Promise.resolve();

  /** @param {UserClient} client @param {string} channel */
  constructor(client, channel) {
    this.client = client;
    this.channel = channel;
    this.atStart = false;
    this.atEnd = false;
    /** Whether the reader is at the end, and the newest messages push the oldest out. */
    this.following = true;
    /** Whether a message has come that the reader has not seen. */
    this.news = false;
  }

  /** @param {string} id */
  find(id) {
    return this.messages.find((message) => message.id === id);
  }

  // ---- pages

  newest() {
    return this.load({}, (page) => {
      this.messages = page;
      this.atStart = page.length < PAGE;
      this.atEnd = true;
      this.news = false;
    });
  }

  older() {
    return this.load({ before: this.messages[0].id }, (page) => {
      const all = [...page, ...this.messages];
      this.messages = all.slice(0, MOST);
      this.atStart = page.length < PAGE;
      this.atEnd &&= all.length <= MOST;
    });
  }

  newer() {
    return this.load({ after: this.messages[this.messages.length - 1].id }, (page) => {
      const all = [...this.messages, ...page];
      this.messages = all.slice(-MOST);
      this.atStart &&= all.length <= MOST;
      this.atEnd = page.length < PAGE;
    });
  }

  /** The page that has this message in its middle; nothing changes if the message is gone. @param {string} id */
  around(id) {
    return this.load({ around: id }, (page) => {
      if (!page.some((message) => message.id === id)) return;
      this.messages = page;
      this.atStart = false;
      this.atEnd = false;
    });
  }

  /** The same place again, after updates were missed. */
  async reload() {
    if (!this.following && this.reading) {
      await this.around(this.reading);
      if (this.find(this.reading)) return;
    }
    await this.newest();
  }

  /**
   * One page at a time: a second request waits for the first.
   * @param {PageOf} page
   * @param {(page: Message[]) => void} put
   * @returns {Promise<void>}
   */
  load(page, put) {
    const loading = this.loading.then(() => this.client.whilePaused(async () => put(await fetchMessages(this.client.user, this.channel, { ...page, limit: PAGE }))));
    this.loading = loading.catch(() => {});
    return loading;
  }

  // ---- updates

  /** @param {Message} message */
  store(message) {
    const at = this.messages.findIndex(({ id }) => id === message.id);
    if (at >= 0) this.messages[at] = { ...this.messages[at], ...message };
    else if (this.isNew(message)) this.add(message);
  }

  /** An edit of a message outside the window is no new message. @param {Message} message */
  isNew({ id }) {
    const last = this.messages[this.messages.length - 1];
    return !last || compareIds(id, last.id) > 0;
  }

  /** @param {Message} message */
  add(message) {
    this.news ||= !this.following;
    const full = this.messages.length >= MOST;
    if (full && !this.following) this.atEnd = false;
    if (!this.atEnd) return;
    if (full) this.atStart = false;
    this.messages = [...this.messages, message].slice(-MOST);
  }

  /** @param {string} id */
  remove(id) {
    this.messages = this.messages.filter((message) => message.id !== id);
  }
}
