/** The server as one user sees it: the state, the messages, the pending interactions. */

import { act, fetchMessages, fetchState, RequestError, UpdateStream } from "./api.js";
import { listCommands } from "./commands.js";
import { nameOf, withMentions } from "./names.js";
import { compareIds } from "./snowflake.js";
import { HANDLERS } from "./updates.js";

const PIN_MESSAGES = 1n << 51n;
const MANAGE_THREADS = 1n << 34n;
const DIRECT = 1;
const EPHEMERAL = 1 << 6;
const MESSAGE_COMMAND = 3;
const NOTHING = { messages: 0, mentions: 0 };

/** Dispatches an event for what changed: "state", "messages", "pending", "connection", "error" with a sentence, "forgotten", "modal" with the modal, "clock". */
export class UserClient extends EventTarget {
  constructor(user, state) {
    super();
    this.user = user;
    this.connected = true;
    this.messages = new Map();
    /** Interactions by their nonce until the bot responds; failed ones stay until the user dismisses them. */
    this.pending = new Map();
    this.watched = new Map();
    this.pauses = 0;
    this.queue = [];
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

  findUser(id) {
    const bot = this.state.application.user;
    return bot.id === id ? bot : this.state.users.find((user) => user.id === id);
  }

  channel(id) {
    return this.state.channels.find((channel) => channel.id === id);
  }

  get botName() {
    return nameOf(this.state.application.user);
  }

  // ---- what the server sends

  setState(state) {
    this.state = { ...state };
    this.commands = listCommands(state.commands);
    this.ahead = state.now ? Date.parse(state.now) - Date.now() : 0;
    this.waiting = state.waiting ?? { channels: {}, calls: {} };
  }

  /** The clock of the table was put on. */
  setClock(now) {
    this.ahead = Date.parse(now) - Date.now();
    this.emit("clock");
  }

  /** What is not read yet; what is on the screen counts as read. */
  setWaiting(waiting) {
    this.waiting = waiting;
    this.emit("state");
    for (const channel of this.watched.keys()) if (waiting.channels[channel]) this.read(channel);
  }

  /** How many messages of a channel this user has not read, and how many of them call this user. */
  waitingIn(channel) {
    return (!this.watched.has(channel) && this.waiting.channels[channel]) || NOTHING;
  }

  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  onDisconnect() {
    this.connected = false;
    for (const [nonce, { state }] of this.pending) if (state === "waiting") this.pending.delete(nonce);
    this.emit("pending");
    this.emit("connection");
  }

  /** Loads everything: at the start, and after the connection was lost. */
  async reload() {
    try {
      await this.whilePaused(async () => {
        this.setState(await fetchState(this.user));
        await Promise.all([...this.watched.keys()].map((channel) => this.fetch(channel)));
      });
      this.connected = true;
    } catch (error) {
      this.emit("error", error.message);
    }
    this.emit("connection");
    this.emit("state");
    this.emit("messages");
  }

  /** Follows a channel until it is unwatched. */
  async watch(channel) {
    this.watched.set(channel, (this.watched.get(channel) ?? 0) + 1);
    await this.whilePaused(() => this.fetch(channel));
    this.emit("messages", channel);
    if (this.waiting.channels[channel]) this.read(channel);
  }

  unwatch(channel) {
    const left = this.watched.get(channel) - 1;
    if (left > 0) this.watched.set(channel, left);
    else {
      this.watched.delete(channel);
      this.messages.delete(channel);
    }
  }

  async fetch(channel) {
    this.messages.set(channel, await fetchMessages(this.user, channel));
  }

  /** Holds updates back during a request, so that its older response does not replace a newer update. */
  async whilePaused(work) {
    this.pauses += 1;
    try {
      await work();
    } finally {
      this.pauses -= 1;
      if (!this.pauses) this.queue.splice(0).forEach((event) => this.onUpdate(event));
    }
  }

  onUpdate(event) {
    if (this.pauses) this.queue.push(event);
    else HANDLERS[event.type]?.(this, event);
  }

  storeMessage(message) {
    const list = this.messages.get(message.channel_id);
    this.noticeTime(message);
    if (!list) return;
    const at = list.findIndex(({ id }) => id === message.id);
    if (at >= 0) list[at] = { ...list[at], ...message };
    else {
      list.push(message);
      list.sort((one, other) => compareIds(one.id, other.id));
    }
    this.emit("messages", message.channel_id);
  }

  removeMessage(channel, id) {
    const list = this.messages.get(channel);
    if (!list) return;
    this.messages.set(channel, list.filter((message) => message.id !== id));
    this.emit("messages", channel);
  }

  /** No update says that the server's clock was moved, but a message from the future shows it. */
  noticeTime({ timestamp, edited_timestamp: edited }) {
    const ahead = Date.parse(edited ?? timestamp) - Date.now();
    if (ahead > this.ahead + 2000) this.ahead = ahead;
  }

  // ---- what the user sees and may do

  /** Whether a message mentions this user. */
  isCalledBy(message) {
    return message.mention_everyone || (message.mentions ?? []).some(({ id }) => id === this.user);
  }

  /** The commands of the Apps menu of a message. */
  get messageCommands() {
    return this.state.commands.filter(({ type }) => type === MESSAGE_COMMAND);
  }

  may(permission, channel) {
    const place = this.channel(channel);
    const bits = this.state.permissions[channel] ?? this.state.permissions[place?.parent_id] ?? "0";
    return Boolean(BigInt(bits) & permission);
  }

  mayPin(message) {
    const { type } = this.channel(message.channel_id) ?? {};
    return !(message.flags & EPHEMERAL) && (type === DIRECT || this.may(PIN_MESSAGES, message.channel_id));
  }

  mayArchive(thread) {
    return !thread.thread_metadata.archived && (thread.owner_id === this.user || this.may(MANAGE_THREADS, thread.id));
  }

  // ---- what the user does

  /** Does something to which the bot does not respond. */
  do(type, channel, more = {}) {
    return act({ user: this.user, channel, type, ...more });
  }

  read(channel) {
    return this.do("read", channel).catch(() => {});
  }

  pin(message, pinned) {
    return this.do("pin", message.channel_id, { message: message.id, pinned });
  }

  send(channel, content) {
    return this.do("send", channel, { content: withMentions(content, this.state.users) });
  }

  sendCommand(channel, nonce, path, options) {
    return this.interact({ channel, nonce, type: "command", name: path, options }, { shown: `/${path}` });
  }

  /** Uses a command of the Apps menu on a message. */
  useOn(message, nonce, name) {
    return this.interact({ channel: message.channel_id, nonce, type: "context", message: message.id, name }, { shown: name });
  }

  press(message, nonce, customId) {
    return this.onMessage(message, { nonce, type: "press", custom_id: customId });
  }

  select(message, nonce, customId, values) {
    return this.onMessage(message, { nonce, type: "select", custom_id: customId, values });
  }

  onMessage(message, action) {
    for (const [nonce, { message: on }] of this.pending) if (on === message.id) this.pending.delete(nonce);
    const body = { ...action, channel: message.channel_id, message: message.id };
    return this.interact(body, { message: message.id, customId: action.custom_id });
  }

  submit(channel, nonce, modal, values) {
    return this.interact({ channel, nonce, type: "submit", modal, values }, { form: true });
  }

  cancelModal(channel, modal) {
    return this.do("cancel", channel, { modal });
  }

  async choices(channel, question) {
    return (await this.do("autocomplete", channel, question)).choices ?? [];
  }

  async dismiss(message) {
    await this.do("dismiss", message.channel_id, { message: message.id });
    this.removeMessage(message.channel_id, message.id);
  }

  async openThread(channel, name) {
    const { channel: thread } = await this.do("create_thread", channel, { name });
    HANDLERS.channel_create(this, { channel: thread });
    return thread;
  }

  /** Sends an interaction, which is pending under its nonce until the bot responds. */
  async interact(action, about) {
    this.pending.set(action.nonce, { ...about, nonce: action.nonce, channel: action.channel, state: "waiting", since: this.now() });
    this.emit("pending");
    try {
      return await act({ user: this.user, ...action });
    } catch (error) {
      this.removePending(action.nonce);
      throw error;
    }
  }

  /** Resolves when the bot responds to the interaction; throws with the reason if it failed. */
  outcome(nonce) {
    return new Promise((resolve, reject) => {
      const look = () => {
        const pending = this.pending.get(nonce);
        if (pending?.state === "waiting") return;
        this.removeEventListener("pending", look);
        if (!pending) return resolve();
        this.removePending(nonce);
        reject(new RequestError(pending.reason));
      };
      this.addEventListener("pending", look);
      look();
    });
  }

  removePending(nonce) {
    if (this.pending.delete(nonce)) this.emit("pending");
  }
}
