/** The pinned messages of a channel, the newest first, in a panel below the head of the pane. */

import { avatar } from "./avatars.js";
import { preview } from "./bars.js";
import { arrange, h } from "./dom.js";
import { nameOf } from "./names.js";
import { mayPin } from "./rights.js";
import { formatShort } from "./timestamps.js";
import { t } from "./words.js";

export class Pins {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    this.button = h("button.button.plain.small", { type: "button", "aria-expanded": "false", onclick: () => (this.element.hidden ? scene.attempt(this.show()) : this.close()) }, t`Pins`);
    this.list = h("ul.pins-list");
    this.element = h("section.pins", { "aria-label": t`Pinned messages`, tabindex: -1, hidden: true, onkeydown: (event) => this.key(event) }, h("h3", {}, t`Pinned messages`), this.list);
  }

  show() {
    this.element.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.element.focus();
    return this.refresh();
  }

  close() {
    const hadFocus = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    if (hadFocus) this.button.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.close();
  }

  /** Follows the messages of the channel while the panel is open. The focus stays in it. */
  async refresh() {
    if (this.element.hidden) return;
    const { client, history } = this.scene;
    const pinned = await client.pins(history.channel);
    if (this.element.hidden || history !== this.scene.history) return;
    const hadFocus = this.element.contains(document.activeElement);
    const rows = pinned.reverse().map((message) => this.row(message));
    arrange(this.list, rows.length ? rows : h("li.quiet", {}, t`This channel has no pinned messages.`));
    if (hadFocus) (this.list.querySelector("button") ?? this.element).focus();
  }

  /** @param {Message} message */
  row(message) {
    const { client, openChannel, attempt } = this.scene;
    return h(
      "li.pin",
      {},
      h("div.message-head", {}, avatar(message.author, "tiny"), h("strong.author", {}, nameOf(message.author)), h("span.message-time", {}, formatShort(Date.parse(message.timestamp), client.now()))),
      h("p.pin-words", {}, preview(message, client)),
      h(
        "div.pin-acts",
        {},
        h("button.button.plain.small", { type: "button", onclick: () => (this.close(), openChannel(message.channel_id, message.id)) }, t`Jump`),
        mayPin(client, message) && h("button.button.plain.small", { type: "button", onclick: () => attempt(client.pin(message, false)) }, t`Unpin`),
      ),
    );
  }
}
