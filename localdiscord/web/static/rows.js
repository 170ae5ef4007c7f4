/** The rows that Discord itself writes: who pinned a message, who started a thread. */

import { pressedId } from "./bars.js";
import { h } from "./dom.js";
import { nameOf } from "./names.js";
import { formatShort, formatTimestamp } from "./timestamps.js";
import { t } from "./words.js";

/** @type {Record<number, (message: Message, scene: Scene) => { mark: string, words: Content, below?: Content }>} */
const ROWS = { 6: pinRow, 18: threadRow };

/** @param {Message} message */
export function isSystem({ type }) {
  return type in ROWS;
}

/**
 * What a row shows beside its own message, in a word: the thread that it tells of, the message that was pressed.
 * @param {Message} message
 * @param {Scene} scene
 */
export function aboutRow(message, { client }) {
  const { thread, message_reference: reference, channel_id: channel } = message;
  const { name, thread_metadata: metadata } = client.channel(thread?.id ?? reference?.channel_id) ?? {};
  const pressed = pressedId(message);
  return `${name} ${metadata?.archived} ${pressed && client.recall.find(channel, pressed)?.id}`;
}

/** @param {Message} message @param {Scene} scene */
export function systemRow(message, scene) {
  const moment = Date.parse(message.timestamp);
  const { mark, words, below } = ROWS[message.type](message, scene);
  return h(
    "article.message.system",
    { "aria-label": t`Notice` },
    h("div.gutter", { "aria-hidden": "true" }, mark),
    h(
      "div.message-body",
      {},
      h("div.system-line", {}, h("strong.author", {}, nameOf(message.author)), words, h("time.message-time", { datetime: message.timestamp, title: formatTimestamp(moment, "F") }, formatShort(moment, scene.client.now()))),
      below,
    ),
  );
}

/** @param {Message} message @param {Scene} scene */
function pinRow({ message_reference: pinned }, scene) {
  const toMessage = h("button.as-link", { type: "button", onclick: () => scene.openChannel(pinned?.channel_id ?? "", pinned?.message_id) }, t`a message`);
  const toPins = h("button.as-link", { type: "button", onclick: () => scene.showPins() }, t`all pinned messages`);
  return { mark: "⚑", words: [t` pinned `, toMessage, t` to this channel. See `, toPins, ". "] };
}

/** @param {Message} message @param {Scene} scene */
function threadRow({ content, message_reference: reference }, scene) {
  const thread = scene.client.channel(reference?.channel_id);
  return { mark: "↳", words: [t` started a thread: `, h("strong", {}, thread?.name ?? content), " "], below: thread ? threadLine(thread, scene) : h("span.quiet", {}, t`The thread was deleted.`) };
}

/** Opens a thread from its parent. @param {Channel} thread @param {Scene} scene */
export function threadLine({ id, name, thread_metadata: metadata }, scene) {
  return h(
    "button.thread-line",
    { type: "button", onclick: () => scene.openChannel(id) },
    t`Thread: `,
    h("strong", {}, name),
    metadata?.archived && h("span.archived", {}, t`archived`),
    " ›",
  );
}
