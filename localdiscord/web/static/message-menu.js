/** The menu of a message: its link, its pin, the bot's commands for it. */

import { h } from "./dom.js";
import { openPopup } from "./popup.js";
import { mayPin } from "./rights.js";
import { t } from "./words.js";

/** @import { UserClient } from "./client.js" */
/** @import { Point } from "./popup.js" */

/**
 * The button that opens the menu; a right click or a long press on the message does too.
 * @param {Message} message
 * @param {Scene} scene
 */
export function messageMenu(message, scene) {
  /** @type {HTMLButtonElement} */
  const button = h(
    "button.more",
    { type: "button", "aria-label": t`More`, title: t`More`, "aria-haspopup": "menu", onclick: () => openAt(button.getBoundingClientRect()) },
    h("span", { "aria-hidden": "true" }, "⋯"),
  );
  /** @param {Point} at */
  const open = (at) => openPopup(document.body, { items: itemsFor(message, scene), at, label: t`Message`, returnTo: button });
  /** @param {DOMRect} box */
  const openAt = ({ right, bottom }) => open({ x: right - 200, y: bottom });
  return { button, onContextMenu: (/** @type {MouseEvent} */ event) => isPlain(event.target) && (event.preventDefault(), open({ x: event.clientX, y: event.clientY })) };
}

/** Links, pictures and selected words keep the browser's own menu. @param {EventTarget | null} target */
function isPlain(target) {
  return target instanceof Element && !target.closest("a, img, input, textarea") && getSelection()?.isCollapsed;
}

/** @param {Message} message @param {Scene} scene */
function itemsFor(message, scene) {
  const { client } = scene;
  const commands = message.flags & (1 << 6) ? [] : client.messageCommands;
  const items = [
    { label: t`Copy message link`, act: () => scene.attempt(copyLink(message, client)) },
    mayPin(client, message) && { label: message.pinned ? t`Unpin message` : t`Pin message`, act: () => scene.attempt(client.pin(message, !message.pinned)) },
    commands.length > 0 && { heading: t`Apps` },
    ...commands.map(({ name }) => ({ label: name, act: () => scene.useOn(message, name) })),
  ];
  return items.filter((item) => item !== false);
}

/**
 * A link as Discord writes it; sent in a channel, it leads to the message.
 * @param {Message} message
 * @param {UserClient} client
 */
async function copyLink({ channel_id: channel, id }, client) {
  const guild = client.channel(channel)?.guild_id ?? "@me";
  const link = `${location.origin}/channels/${guild}/${channel}/${id}`;
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    throw new Error(t`The browser does not let this page copy. The link is ${link}`);
  }
}
