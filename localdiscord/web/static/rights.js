/** What a user may do, by the permissions that the server has sent. */

/** @import { UserClient } from "./client.js" */

const PIN_MESSAGES = 1n << 51n;
const MANAGE_THREADS = 1n << 34n;
const DIRECT = 1;
const EPHEMERAL = 1 << 6;

/** @param {UserClient} client @param {bigint} permission @param {string} channel */
function may(client, permission, channel) {
  const { permissions } = client.state;
  const bits = permissions[channel] ?? permissions[client.channel(channel)?.parent_id ?? ""] ?? "0";
  return Boolean(BigInt(bits) & permission);
}

/** @param {UserClient} client @param {Message} message */
export function mayPin(client, message) {
  const { type } = client.channel(message.channel_id) ?? {};
  return !(message.flags & EPHEMERAL) && (type === DIRECT || may(client, PIN_MESSAGES, message.channel_id));
}

/** @param {UserClient} client @param {Channel} thread */
export function mayArchive(client, thread) {
  return !thread.thread_metadata?.archived && (thread.owner_id === client.user || may(client, MANAGE_THREADS, thread.id));
}
