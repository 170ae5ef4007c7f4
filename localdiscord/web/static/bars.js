/** The bar above a message: which command, button or reply it comes from, and whose. */

import { avatar } from "./avatars.js";
import { h } from "./dom.js";
import { nameOf } from "./names.js";
import { t } from "./words.js";

/** @import { UserClient } from "./client.js" */

const REPLY = 19;
const MENU_COMMAND = 23;
const INTERACTION = { COMMAND: 2, COMPONENT: 3, FORM: 5 };

/**
 * The bars of a message, from what Discord's API tells about it.
 * @param {Message} message
 * @param {Scene} scene
 * @returns {Content}
 */
export function bars(message, scene) {
  const { interaction_metadata: metadata, referenced_message: first, type } = message;
  return [metadata && deedBar(message, metadata, scene), first && type === REPLY && messageBar(first, scene)];
}

/** @param {User | undefined} user @param {string} shown */
export function usedBar(user, shown) {
  return h("div.used", {}, avatar(user, "tiny"), h("span", {}, h("strong", {}, nameOf(user)), t` used `, shown ? h("span.used-name", {}, shown) : t`a command`));
}

/**
 * A followup says nothing: it stands below the first response.
 * @param {Message} message
 * @param {Metadata} metadata
 * @param {Scene} scene
 */
function deedBar(message, metadata, scene) {
  if (metadata.original_response_message_id) return null;
  if (metadata.type === INTERACTION.COMMAND) return commandBar(message, metadata, scene);
  const pressed = pressedId(message);
  if (!pressed) return metadata.type === INTERACTION.FORM && wordsBar(metadata.user, t` filled in a form`);
  const words = metadata.type === INTERACTION.FORM ? t` filled in the form of ` : t` pressed a button of `;
  return pressedBar(metadata.user, words, message.channel_id, pressed, scene);
}

/** The id of the message whose button or form led to this one. @param {Message} message */
export function pressedId({ interaction_metadata: metadata }) {
  const source = metadata?.type === INTERACTION.FORM ? metadata.triggering_interaction_metadata : metadata;
  return source?.interacted_message_id;
}

/** @param {Message} message @param {Metadata} metadata @param {Scene} scene */
function commandBar({ interaction, type, referenced_message: target }, { user }, scene) {
  if (!interaction) return null;
  if (type !== MENU_COMMAND) return usedBar(user, `/${interaction.name}`);
  if (!target) return usedBar(user, interaction.name);
  const words = [t` used `, h("span.used-name", {}, interaction.name), t` on `];
  return deedOnMessage(user, words, target, scene);
}

/** @param {User} user @param {string} words */
function wordsBar(user, words) {
  return h("div.used", {}, avatar(user, "tiny"), h("span", {}, h("strong", {}, nameOf(user)), words));
}

/**
 * Leads to the message whose button was pressed, if this user sees it.
 * @param {User} user
 * @param {string} words
 * @param {string} channel
 * @param {string} id
 * @param {Scene} scene
 */
function pressedBar(user, words, channel, id, scene) {
  const pressed = scene.client.recall.find(channel, id);
  if (!pressed) return wordsBar(user, t` pressed a button`);
  return deedOnMessage(user, words, pressed, scene);
}

/**
 * Whose deed it was, and on which message.
 * @param {User} user
 * @param {Content} words
 * @param {Message} message
 * @param {Scene} scene
 */
function deedOnMessage(user, words, { channel_id: channel, id, ...message }, scene) {
  return h(
    "button.used.reply",
    { type: "button", title: t`Go to the message`, onclick: () => scene.openChannel(channel, id) },
    avatar(user, "tiny"),
    h("span.reply-words", {}, h("strong", {}, nameOf(user)), words, h("em", {}, preview(message, scene.client))),
  );
}

/** @param {Message} first @param {Scene} scene */
function messageBar(first, scene) {
  return h(
    "button.used.reply",
    { type: "button", title: t`Go to the message`, onclick: () => scene.openChannel(first.channel_id, first.id) },
    avatar(first.author, "tiny"),
    h("strong", {}, nameOf(first.author)),
    h("span.reply-words", {}, preview(first, scene.client)),
  );
}

const MARKS = /<(?:@!?(\d+)|#\d+|@&\d+|t:-?\d+(?::\w)?|(\/[^:>]+):\d+)>|[*_~`>#|]+/g;

/**
 * The first words of a message, without markup.
 * @param {Pick<Message, "content" | "embeds" | "components">} message
 * @param {UserClient} client
 */
export function preview({ content, embeds, components }, client) {
  /** @type {(list?: Component[]) => string[]} */
  const inside = (list) => (list ?? []).flatMap((one) => [one.content, ...inside(one.components)]).filter(Boolean);
  const [embed] = embeds ?? [];
  const words = content || embed?.title || embed?.description || inside(components)[0] || t`a message`;
  /** @type {(...groups: string[]) => string} */
  const plain = (_, user, command) => (user ? `@${nameOf(client.findUser(user))}` : (command ?? " "));
  return words.split("\n")[0].replace(MARKS, plain).replace(/\s+/g, " ").trim().slice(0, 120);
}
