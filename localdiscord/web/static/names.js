/** What users and channels are called. */

import { t } from "./words.js";

/** @import { UserClient } from "./client.js" */

/** What the page calls a user: the name shown to others. @param {User | undefined} user */
export function nameOf(user) {
  return user?.global_name || user?.username || "someone";
}

/** "@bert" as Discord sends it, if there is a user of this name. @param {string} text @param {User[]} users */
export function withMentions(text, users) {
  const longestFirst = [...users].sort((one, other) => nameOf(other).length - nameOf(one).length);
  return longestFirst.reduce((words, user) => words.replaceAll(`@${nameOf(user)}`, `<@${user.id}>`), text);
}

const DIRECT = 1;
const THREADS = new Set([11, 12]);

/** @param {Channel} channel */
export function isThread({ type }) {
  return THREADS.has(type);
}

const FORUM = 15;

/** @param {Channel | undefined} channel */
export function isForum(channel) {
  return channel?.type === FORUM;
}

/** What the page calls a channel. @param {Channel | undefined} channel @param {UserClient} client */
export function placeName(channel, client) {
  if (!channel) return "…";
  if (isThread(channel)) return t`“${channel.name}”`;
  return channel.type === DIRECT ? `@${client.botName}` : `#${channel.name}`;
}
