/** The interactions of a user: commands, presses, choices, forms. Each is pending until the bot responds. */

import { act, RequestError } from "./api.js";

/** @typedef {{ resolve(): void, reject(error: Error): void }} Waiter */

export class Interactions {
  /** By their nonce; failed ones stay until the user dismisses them. @type {Map<string, Pending>} */
  pending = new Map();
  /** Who waits for the outcome. @type {Map<string, Waiter>} */
  waiting = new Map();

  /**
   * `changed()` is called when what is pending has changed; `now()` is the server's time.
   * @param {string} user
   * @param {{changed(): void, now(): number}} owner
   */
  constructor(user, { changed, now }) {
    this.user = user;
    this.changed = changed;
    this.now = now;
  }

  /** What is pending in a channel. @param {string} channel */
  in(channel) {
    return [...this.pending.values()].filter((pending) => pending.channel === channel);
  }

  // ---- what a user does

  /** @param {string} channel @param {string} nonce @param {string} path @param {Values} options */
  command(channel, nonce, path, options) {
    return this.send({ channel, nonce, type: "command", name: path, options }, { shown: `/${path}` });
  }

  /** Uses a command of the Apps menu on a message. @param {Message} message @param {string} nonce @param {string} name */
  useOn(message, nonce, name) {
    return this.send({ channel: message.channel_id, nonce, type: "context", message: message.id, name }, { shown: name });
  }

  /** @param {Message} message @param {string} nonce @param {string} customId */
  press(message, nonce, customId) {
    return this.onMessage(message, { nonce, type: "press", custom_id: customId });
  }

  /** @param {Message} message @param {string} nonce @param {string} customId @param {string[]} values */
  select(message, nonce, customId, values) {
    return this.onMessage(message, { nonce, type: "select", custom_id: customId, values });
  }

  /** @param {Message} message @param {{nonce: string, type: string, custom_id: string, values?: string[]}} action */
  onMessage(message, action) {
    for (const [nonce, { message: on }] of this.pending) if (on === message.id) this.pending.delete(nonce);
    const body = { ...action, channel: message.channel_id, message: message.id };
    return this.send(body, { message: message.id, customId: action.custom_id });
  }

  /** @param {string} channel @param {string} nonce @param {string} modal @param {Record<string, unknown>} values */
  submit(channel, nonce, modal, values) {
    return this.send({ channel, nonce, type: "submit", modal, values }, { form: true });
  }

  /** @param {{nonce: string, channel: string, [name: string]: unknown}} action @param {Partial<Pending>} about */
  async send(action, about) {
    this.pending.set(action.nonce, { ...about, nonce: action.nonce, channel: action.channel, state: "waiting", since: this.now() });
    this.changed();
    try {
      await act({ user: this.user, ...action });
    } catch (error) {
      this.remove(action.nonce);
      throw error;
    }
  }

  // ---- what becomes of it

  /**
   * Resolves when the bot responds to the interaction; throws with the reason if it failed.
   * @param {string} nonce
   * @returns {Promise<void>}
   */
  outcome(nonce) {
    const { state, reason } = this.pending.get(nonce) ?? {};
    if (state === "waiting") return new Promise((resolve, reject) => this.waiting.set(nonce, { resolve, reject }));
    this.remove(nonce);
    return state ? Promise.reject(new RequestError(reason ?? "")) : Promise.resolve();
  }

  /** @param {string} nonce */
  remove(nonce) {
    if (!this.pending.delete(nonce)) return;
    this.settle(nonce, ({ resolve }) => resolve());
    this.changed();
  }

  /** @param {string} nonce @param {string} reason */
  fail(nonce, reason) {
    const pending = this.pending.get(nonce);
    if (!pending) return;
    Object.assign(pending, { state: "failed", reason });
    if (this.waiting.has(nonce)) this.pending.delete(nonce);
    this.settle(nonce, ({ reject }) => reject(new RequestError(reason)));
    this.changed();
  }

  /** @param {string} nonce @param {(waiting: Waiter) => void} tell */
  settle(nonce, tell) {
    const waiting = this.waiting.get(nonce);
    this.waiting.delete(nonce);
    if (waiting) tell(waiting);
  }

  /** The connection is lost, and with it what the bot would have responded. */
  forgetWaiting() {
    for (const [nonce, { state }] of this.pending) if (state === "waiting") this.remove(nonce);
    this.changed();
  }
}
