/** What each update from the server changes in a user's client. */

import { listCommands } from "./commands.js";

/** @import { UserClient } from "./client.js" */

/** @type {Record<string, (client: UserClient, update: any) => void>} */
export const HANDLERS = {
  message_create(client, { message }) {
    noteNewest(client, message);
    client.storeMessage(message);
  },
  message_update: (client, { message }) => client.storeMessage(message),
  message_delete: (client, { channel_id: channel, id }) => client.removeMessage(channel, id),
  interaction_success: (client, { nonce }) => client.interactions.remove(nonce),
  interaction_failure: (client, { nonce, reason }) => client.interactions.fail(nonce, reason),
  modal(client, { nonce, channel_id: channel, modal }) {
    client.interactions.remove(nonce);
    client.emit("modal", { nonce, channel, modal });
  },
  channel_create: storeChannel,
  channel_update: storeChannel,
  channel_delete(client, { channel }) {
    client.state.channels = client.state.channels.filter(({ id }) => id !== channel.id);
    client.emit("state");
  },
  user_create(client, { user }) {
    client.state.users = [...client.state.users.filter(({ id }) => id !== user.id), user];
    client.emit("state");
  },
  commands(client, { commands }) {
    client.state.commands = commands;
    client.commands = listCommands(commands);
    client.emit("state");
  },
  bot(client, { status }) {
    client.state.bot = status;
    client.emit("state");
  },
  clock: (client, { now }) => client.setClock(now),
  waiting: (client, { waiting }) => client.setWaiting(waiting),
};

/** The list of a forum shows when somebody last wrote in a post. @param {UserClient} client @param {Message} message */
function noteNewest({ state }, { id, channel_id: channel }) {
  state.channels = state.channels.map((one) => (one.id === channel ? { ...one, last_message_id: id, message_count: (one.message_count ?? 0) + Number(id !== channel) } : one));
}

/**
 * A thread is drawn in its parent too, by the message that it started from and by the row that tells of it.
 * @param {UserClient} client
 * @param {{channel: Channel}} update
 */
function storeChannel(client, { channel }) {
  const { channels } = client.state;
  const known = channels.some(({ id }) => id === channel.id);
  client.state.channels = known ? channels.map((one) => (one.id === channel.id ? channel : one)) : [...channels, channel];
  client.emit("state");
  if (channel.parent_id) client.emit("messages", channel.parent_id);
}
