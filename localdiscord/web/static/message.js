/** One message of the timeline, with its embeds, files, buttons and notes. */

import { attachmentView } from "./attachments.js";
import { bars } from "./bars.js";
import { componentViews } from "./components.js";
import { arrange, h } from "./dom.js";
import { embedView } from "./embed.js";
import { emojiWords } from "./emoji.js";
import { prose } from "./markdown-view.js";
import { messageMenu } from "./message-menu.js";
import { isSystem, systemRow, threadLine } from "./rows.js";
import { formatShort, formatTimestamp } from "./timestamps.js";
import { appMark, avatar } from "./avatars.js";
import { nameOf } from "./names.js";
import { t } from "./words.js";

export const FLAG = { EPHEMERAL: 1 << 6, LOADING: 1 << 7, COMPONENTS_V2: 1 << 15 };
export const TYPE = { REPLY: 19, COMMAND: 20 };

export class MessageRow {
  /**
   * `about` is what the row shows beside its message.
   * @param {Message} message
   * @param {boolean} compact
   * @param {Scene} scene
   * @param {string} [about]
   */
  constructor(message, compact, scene, about = "") {
    this.message = message;
    this.compact = compact;
    this.about = about;
    this.scene = scene;
    this.busy = false;
    this.note = h("div.row-note", { role: "status" });
    this.element = isSystem(message) ? systemRow(message, scene) : this.row();
    this.element.dataset.message = message.id;
  }

  /** Shows what became of a press on this message: it waits, it failed, or nothing. @param {Pending | undefined} pending */
  showPending(pending) {
    this.busy = pending?.state === "waiting";
    this.element.toggleAttribute("aria-busy", this.busy);
    for (const control of /** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("[data-custom-id]"))) {
      control.classList.toggle("waiting", this.busy && control.dataset.customId === pending?.customId);
    }
    arrange(this.note, pending?.state === "failed" ? h("span.failure", {}, pending.reason) : []);
  }

  row() {
    const { message, compact, scene } = this;
    const { button, onContextMenu } = messageMenu(message, scene);
    const looks = [compact && "compact", message.flags & FLAG.EPHEMERAL && "ephemeral", scene.client.isCalledBy(message) && "called"];
    return h(
      "article.message",
      { class: ["message", ...looks].filter(Boolean).join(" "), "aria-label": t`Message from ${nameOf(message.author)}`, oncontextmenu: onContextMenu },
      !compact && bars(message, scene),
      button,
      compact ? this.compactTime() : h("div.gutter", {}, avatar(message.author)),
      h("div.message-body", {}, !compact && headLine(message, scene), this.body(), this.note, ephemeralNote(message, scene)),
    );
  }

  compactTime() {
    return h("div.gutter", {}, h("span.hover-time", { "aria-hidden": "true" }, formatTimestamp(Date.parse(this.message.timestamp), "t")));
  }

  body() {
    const { message, scene } = this;
    if (message.flags & FLAG.LOADING) return thinking(nameOf(message.author));
    /** @type {Controls} */
    const actions = {
      press: (customId) => !this.busy && scene.press(message, customId),
      select: (customId, values) => !this.busy && scene.select(message, customId, values),
    };
    const edited = message.edited_timestamp && h("span.edited", { title: formatTimestamp(Date.parse(message.edited_timestamp), "F") }, t` (edited)`);
    const words = message.content && !(message.flags & FLAG.COMPONENTS_V2);
    return [
      words && h("div.prose", {}, prose(message.content, scene), edited),
      looseAttachments(message).map(attachmentView),
      (message.embeds ?? []).map((embed) => embedView(embed, scene)),
      componentViews(message.components, scene, actions),
      !words && edited,
      reactions(message),
      message.thread && threadLine(scene.client.channel(message.thread.id) ?? message.thread, scene),
    ];
  }
}

/** "thinking…" in the place of the response. @param {string} name */
export function thinking(name) {
  return h("div.thinking", { role: "status" }, h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")), t`${name} is thinking…`);
}

/** The files that no embed or component shows already. @param {Message} message */
function looseAttachments({ attachments, embeds, components }) {
  const shown = JSON.stringify([embeds ?? [], components ?? []]);
  return (attachments ?? []).filter(({ url }) => !shown.includes(JSON.stringify(url)));
}

/** @param {Message} message @param {Scene} scene */
function headLine(message, scene) {
  return h("div.message-head", {}, h("strong.author", {}, nameOf(message.author)), message.author.bot && appMark(), timeOf(message, scene));
}

/** @param {Message} message @param {Scene} scene */
function timeOf({ timestamp }, scene) {
  const moment = Date.parse(timestamp);
  return h("time.message-time", { datetime: timestamp, title: formatTimestamp(moment, "F") }, formatShort(moment, scene.client.now()));
}

/** @param {Message} message */
function reactions({ reactions: list }) {
  if (!list?.length) return null;
  return h("div.reactions", {}, list.map(({ emoji, count, me }) => h("span.reaction", { class: `reaction ${me ? "mine" : ""}` }, emojiWords(emoji), " ", String(count))));
}

/** @param {Message} message @param {Scene} scene */
function ephemeralNote(message, scene) {
  if (!(message.flags & FLAG.EPHEMERAL)) return null;
  return h(
    "div.ephemeral-note",
    {},
    t`Only you can see this · `,
    h("button.as-link", { type: "button", onclick: () => scene.dismiss(message) }, t`Dismiss message`),
  );
}
