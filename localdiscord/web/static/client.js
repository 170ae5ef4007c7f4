/** The server as one user sees it: the state, the messages, the pending interactions. */

import { act, fetchPins, fetchState, UpdateStream } from "./api.js";
import { listCommands } from "./commands.js";
import { History } from "./history.js";
import { Interactions } from "./interactions.js";
import { nameOf, withMentions } from "./names.js";
import { Recall } from "./recall.js";
import { HANDLERS } from "./updates.js";

const MESSAGE_COMMAND = 3;
const NOTHING = { messages: 0, mentions: 0 };

/** Dispatches an event for what changed: "state", "messages", "pending", "connection", "error" with a sentence, "forgotten", "modal" with the modal, "clock". */
export class UserClient extends EventTarget {
  /** @type {State} */
  state;
  /** @type {Command[]} */
  commands;
  /** What is not read yet. @type {NonNullable<State["waiting"]>} */
  waiting;
  /** How far the server's clock is ahead of this computer's, in milliseconds. */
  ahead = 0;
  /** What each pane shows. @type {Set<History>} */
  histories = new Set();
  /** Updates that wait for a request. @type {Update[]} */
  queue = [];

  /** @param {string} user @param {State} state */
  constructor(user, state) {
    super();
    this.user = user;
    this.connected = true;
    this.recall = new Recall(this);
    this.interactions = new Interactions(user, { changed: () => this.emit("pending"), now: () => this.now() });
    this.pauses = 0;
    this.setState(state);
    this.stream = new UpdateStream(user, {
      opened: () => this.reload(),
      closed: () => this.onDisconnect(),
      forgotten: () => this.emit("forgotten"),
      update: (event) => this.onUpdate(event),
    });
  }

  leave() {
    this.stream.end();
  }

  /** The server's time in milliseconds; it can be ahead of this computer's clock. */
  now() {
    return Date.now() + this.ahead;
  }

  /** @param {string} id */
  findUser(id) {
    const bot = this.state.application.user;
    return bot.id === id ? bot : this.state.users.find((user) => user.id === id);
  }

  /** @param {string | null | undefined} id */
  channel(id) {
    return this.state.channels.find((channel) => channel.id === id);
  }

  get botName() {
    return nameOf(this.state.application.user);
  }

  // ---- what the server sends

  /** @param {State} state */
  setState(state) {
    this.state = { ...state };
    this.commands = listCommands(state.commands);
    this.ahead = state.now ? Date.parse(state.now) - Date.now() : 0;
    this.waiting = state.waiting ?? { channels: {}, calls: {} };
  }

  /** The clock of the table was put on. @param {string} now */
  setClock(now) {
    this.ahead = Date.parse(now) - Date.now();
    this.emit("clock");
  }

  /** What is not read yet; what is on the screen counts as read. @param {NonNullable<State["waiting"]>} waiting */
  setWaiting(waiting) {
    this.waiting = waiting;
    this.emit("state");
    for (const { channel } of this.histories) if (waiting.channels[channel]) this.read(channel);
  }

  /**
   * How many messages of a channel this user has not read, and how many of them call this user.
   * @param {string} channel
   * @returns {Waiting}
   */
  waitingIn(channel) {
    return (!this.historiesOf(channel).length && this.waiting.channels[channel]) || NOTHING;
  }

  /** @param {string} type @param {unknown} [detail] */
  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  onDisconnect() {
    this.connected = false;
    this.interactions.forgetWaiting();
    this.emit("connection");
  }

  /** Loads everything: at the start, and after the connection was lost. */
  async reload() {
    try {
      await this.whilePaused(async () => {
        this.setState(await fetchState(this.user));
        await Promise.all([...this.histories].map((history) => history.reload()));
      });
      this.connected = true;
    } catch (error) {
      this.emit("error", error.message);
    }
    this.emit("connection");
    this.emit("state");
    this.emit("messages");
  }

  /** Follows a channel until it is unwatched. @param {string} channel */
  watch(channel) {
    const history = new History(this, channel);
    this.histories.add(history);
    if (this.waiting.channels[channel]) this.read(channel);
    return history;
  }

  /** @param {History} history */
  unwatch(history) {
    this.histories.delete(history);
  }

  /** @param {string} channel */
  historiesOf(channel) {
    return [...this.histories].filter((history) => history.channel === channel);
  }

  /**
   * Holds updates back during a request, so that its older response does not replace a newer update.
   * @param {() => Promise<void>} work
   */
  async whilePaused(work) {
    this.pauses += 1;
    try {
      await work();
    } finally {
      this.pauses -= 1;
      if (!this.pauses) this.queue.splice(0).forEach((event) => this.onUpdate(event));
    }
  }

  /** @param {Update} event */
  onUpdate(event) {
    if (this.pauses) this.queue.push(event);
    else HANDLERS[event.type]?.(this, event);
  }

  /** @param {Message} message */
  storeMessage(message) {
    this.noticeTime(message);
    for (const history of this.historiesOf(message.channel_id)) history.store(message);
    this.emit("messages", message.channel_id);
  }

  /** @param {string} channel @param {string} id */
  removeMessage(channel, id) {
    for (const history of this.historiesOf(channel)) history.remove(id);
    this.emit("messages", channel);
  }

  /** No update says that the server's clock was moved, but a message from the future shows it. @param {Message} message */
  noticeTime({ timestamp, edited_timestamp: edited }) {
    const ahead = Date.parse(edited ?? timestamp) - Date.now();
    if (ahead > this.ahead + 2000) this.ahead = ahead;
  }

  // ---- what the user sees and may do

  /** Whether a message mentions this user. @param {Message} message */
  isCalledBy(message) {
    return message.mention_everyone || (message.mentions ?? []).some(({ id }) => id === this.user);
  }

  /** @param {string} channel */
  pins(channel) {
    return fetchPins(this.user, channel);
  }

  /** The commands of the Apps menu of a message. */
  get messageCommands() {
    return this.state.commands.filter(({ type }) => type === MESSAGE_COMMAND);
  }

  // ---- what the user does

  /**
   * Does something to which the bot does not respond.
   * @param {string} type
   * @param {string} channel
   * @param {Record<string, unknown>} [more]
   */
  do(type, channel, more = {}) {
    return act({ user: this.user, channel, type, ...more });
  }

  /** @param {string} channel */
  read(channel) {
    return this.do("read", channel).catch(() => {});
  }

  /** @param {Message} message @param {boolean} pinned */
  pin(message, pinned) {
    return this.do("pin", message.channel_id, { message: message.id, pinned });
  }

  /** @param {string} channel @param {string} content */
  send(channel, content) {
    return this.do("send", channel, { content: withMentions(content, this.state.users) });
  }

  /** @param {string} channel @param {string} modal */
  cancelModal(channel, modal) {
    return this.do("cancel", channel, { modal });
  }

  /** @param {string} channel @param {Question} question @returns {Promise<Choice[]>} */
  async choices(channel, question) {
    return (await this.do("autocomplete", channel, question)).choices ?? [];
  }

  /** @param {Message} message */
  async dismiss(message) {
    await this.do("dismiss", message.channel_id, { message: message.id });
    this.removeMessage(message.channel_id, message.id);
  }

  /** @param {string} channel @param {string} name @returns {Promise<Channel>} */
  async openThread(channel, name) {
    const { channel: thread } = await this.do("create_thread", channel, { name });
    HANDLERS.channel_create(this, { channel: thread });
    return thread;
  }

  /** @param {string} forum @param {Record<string, unknown>} post @returns {Promise<Channel>} */
  async openPost(forum, post) {
    const { channel: thread } = await this.do("create_post", forum, post);
    HANDLERS.channel_create(this, { channel: thread });
    return thread;
  }
}
