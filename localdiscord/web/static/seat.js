/** The table as one user sees it: the world, the messages, what is still awaited. */

import { act, EventStream, fetchMessages, fetchWorld, Refused } from "./api.js";
import { callable } from "./commands.js";
import { compareIds } from "./snowflake.js";

/** Tells by events what changed: "world", "messages", "awaited", "connection", "refused" with a sentence, "forgotten", and "modal" with the form. */
export class Seat extends EventTarget {
  constructor(user, world) {
    super();
    this.user = user;
    this.connected = true;
    this.messages = new Map();
    this.unread = new Set();
    /** Deeds by their nonce, until the bot answers; failed ones stay until they are dismissed. */
    this.awaited = new Map();
    this.watched = new Map();
    this.holds = 0;
    this.held = [];
    this.put(world);
    this.stream = new EventStream(user, {
      opened: () => this.reload(),
      closed: () => this.lose(),
      forgotten: () => this.tell("forgotten"),
      event: (event) => this.hear(event),
    });
  }

  leave() {
    this.stream.end();
  }

  /** The table's time in milliseconds; it may run ahead of the wall clock. */
  now() {
    return Date.now() + this.ahead;
  }

  person(id) {
    const bot = this.world.application.user;
    return bot.id === id ? bot : this.world.users.find((user) => user.id === id);
  }

  channel(id) {
    return this.world.channels.find((channel) => channel.id === id);
  }

  get botName() {
    return nameOf(this.world.application.user);
  }

  // ---- what the table tells

  put(world) {
    this.world = { ...world };
    this.commands = callable(world.commands);
    this.ahead = world.now ? Date.parse(world.now) - Date.now() : 0;
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  lose() {
    this.connected = false;
    for (const [nonce, { state }] of this.awaited) if (state === "waiting") this.awaited.delete(nonce);
    this.tell("awaited");
    this.tell("connection");
  }

  /** Reads everything anew: at the start, and after the connection was away. */
  async reload() {
    try {
      await this.holding(async () => {
        this.put(await fetchWorld(this.user));
        await Promise.all([...this.watched.keys()].map((channel) => this.fetch(channel)));
      });
      this.connected = true;
    } catch (refused) {
      this.tell("refused", refused.message);
    }
    this.tell("connection");
    this.tell("world");
    this.tell("messages");
  }

  /** Follows a channel from now on, until it is unwatched. */
  async watch(channel) {
    this.watched.set(channel, (this.watched.get(channel) ?? 0) + 1);
    this.unread.delete(channel);
    await this.holding(() => this.fetch(channel));
    this.tell("messages", channel);
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

  /** Keeps events back while something is read, so that the older answer does not cover the newer event. */
  async holding(work) {
    this.holds += 1;
    try {
      await work();
    } finally {
      this.holds -= 1;
      if (!this.holds) this.held.splice(0).forEach((event) => this.hear(event));
    }
  }

  hear(event) {
    if (this.holds) this.held.push(event);
    else HEARD[event.type]?.(this, event);
  }

  keep(message) {
    const list = this.messages.get(message.channel_id);
    this.noticeTime(message);
    if (!list) return;
    const at = list.findIndex(({ id }) => id === message.id);
    if (at >= 0) list[at] = { ...list[at], ...message };
    else {
      list.push(message);
      list.sort((one, other) => compareIds(one.id, other.id));
    }
    this.tell("messages", message.channel_id);
  }

  drop(channel, id) {
    const list = this.messages.get(channel);
    if (!list) return;
    this.messages.set(channel, list.filter((message) => message.id !== id));
    this.tell("messages", channel);
  }

  /** No event tells that the table's clock was moved, but a message from the future does. */
  noticeTime({ timestamp, edited_timestamp: edited }) {
    const ahead = Date.parse(edited ?? timestamp) - Date.now();
    if (ahead > this.ahead + 2000) this.ahead = ahead;
  }

  // ---- what the user does

  say(channel, content) {
    return act({ user: this.user, channel, type: "send", content });
  }

  call(channel, nonce, path, options) {
    return this.interact({ channel, nonce, type: "command", name: path, options }, { path });
  }

  press(message, nonce, customId) {
    return this.onMessage(message, { nonce, type: "press", custom_id: customId });
  }

  select(message, nonce, customId, values) {
    return this.onMessage(message, { nonce, type: "select", custom_id: customId, values });
  }

  onMessage(message, deed) {
    for (const [nonce, { message: on }] of this.awaited) if (on === message.id) this.awaited.delete(nonce);
    const body = { ...deed, channel: message.channel_id, message: message.id };
    return this.interact(body, { message: message.id, customId: deed.custom_id });
  }

  submit(channel, nonce, modal, values) {
    return this.interact({ channel, nonce, type: "submit", modal, values }, { form: true });
  }

  close(channel, modal) {
    return act({ user: this.user, channel, type: "cancel" });
  }

  async choices(channel, question) {
    return (await act({ user: this.user, channel, type: "autocomplete", ...question })).choices ?? [];
  }

  async dismiss(message) {
    await act({ user: this.user, channel: message.channel_id, type: "dismiss", message: message.id });
    this.drop(message.channel_id, message.id);
  }

  async openThread(channel, name) {
    const { channel: thread } = await act({ user: this.user, channel, type: "create_thread", name });
    HEARD.channel_create(this, { channel: thread });
    return thread;
  }

  /** Sends a deed that the bot has to answer, and awaits the answer under the deed's nonce. */
  async interact(deed, about) {
    this.awaited.set(deed.nonce, { ...about, nonce: deed.nonce, channel: deed.channel, state: "waiting", since: this.now() });
    this.tell("awaited");
    try {
      return await act({ user: this.user, ...deed });
    } catch (refused) {
      this.settle(deed.nonce);
      throw refused;
    }
  }

  /** Resolves when the deed is answered; throws with the reason when it failed. */
  outcome(nonce) {
    return new Promise((resolve, reject) => {
      const look = () => {
        const awaited = this.awaited.get(nonce);
        if (awaited?.state === "waiting") return;
        this.removeEventListener("awaited", look);
        if (!awaited) return resolve();
        this.settle(nonce);
        reject(new Refused(awaited.reason));
      };
      this.addEventListener("awaited", look);
      look();
    });
  }

  settle(nonce) {
    if (this.awaited.delete(nonce)) this.tell("awaited");
  }
}

/** What the page calls a user: the name shown to others. */
export function nameOf(user) {
  return user?.global_name || user?.username || "someone";
}

const HEARD = {
  message_create(seat, { message }) {
    if (!seat.watched.has(message.channel_id) && message.author.id !== seat.user) {
      seat.unread.add(message.channel_id);
      seat.tell("world");
    }
    seat.keep(message);
  },
  message_update: (seat, { message }) => seat.keep(message),
  message_delete: (seat, { channel_id: channel, id }) => seat.drop(channel, id),
  interaction_success: (seat, { nonce }) => seat.settle(nonce),
  interaction_failure(seat, { nonce, reason }) {
    const awaited = seat.awaited.get(nonce);
    if (!awaited) return;
    Object.assign(awaited, { state: "failed", reason });
    seat.tell("awaited");
  },
  modal(seat, { nonce, channel_id: channel, modal }) {
    seat.settle(nonce);
    seat.tell("modal", { nonce, channel, modal });
  },
  channel_create(seat, { channel }) {
    seat.world.channels = [...seat.world.channels.filter(({ id }) => id !== channel.id), channel];
    seat.tell("world");
  },
  user_create(seat, { user }) {
    seat.world.users = [...seat.world.users.filter(({ id }) => id !== user.id), user];
    seat.tell("world");
  },
  commands(seat, { commands }) {
    seat.world.commands = commands;
    seat.commands = callable(commands);
    seat.tell("world");
  },
  bot(seat, { status }) {
    seat.world.bot = status;
    seat.tell("world");
  },
};
