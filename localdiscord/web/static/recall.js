/** Single messages that a row tells of, such as the one that was pressed: they can be far above what is drawn. */

import { fetchMessages } from "./api.js";

/** @import { UserClient } from "./client.js" */

export class Recall {
  /** What the server has sent, by the message's id; null until it has. @type {Map<string, Message | null>} */
  found = new Map();

  /** @param {UserClient} client */
  constructor(client) {
    this.client = client;
  }

  /**
   * At once if a pane holds the message, otherwise once the server has sent it.
   * @param {string} channel
   * @param {string} id
   * @returns {Message | null}
   */
  find(channel, id) {
    const near = this.client.historiesOf(channel).map((history) => history.find(id));
    const known = near.find(Boolean) ?? this.found.get(id);
    if (known === undefined) this.fetch(channel, id);
    return known ?? null;
  }

  /** @param {string} channel @param {string} id */
  async fetch(channel, id) {
    this.found.set(id, null);
    const [message] = await fetchMessages(this.client.user, channel, { around: id, limit: 1 }).catch(() => []);
    if (message?.id !== id) return;
    this.found.set(id, message);
    this.client.emit("messages", channel);
  }
}
