/** One message of the timeline, with its embeds, files, buttons and notes. */

import { attachmentView } from "./attachments.js";
import { componentViews } from "./components.js";
import { arrange, h } from "./dom.js";
import { embedView } from "./embed.js";
import { emojiWords } from "./emoji.js";
import { prose } from "./markdown-view.js";
import { formatShort, formatTimestamp } from "./timestamps.js";
import { appMark, avatar } from "./avatars.js";
import { nameOf } from "./client.js";

export const FLAG = { EPHEMERAL: 1 << 6, LOADING: 1 << 7, COMPONENTS_V2: 1 << 15 };
export const TYPE = { REPLY: 19, COMMAND: 20 };
const COMMAND_INTERACTION = 2;

export class MessageRow {
  constructor(message, compact, scene) {
    this.message = message;
    this.compact = compact;
    this.scene = scene;
    this.busy = false;
    this.note = h("div.row-note", { role: "status" });
    this.element = this.row();
    this.element.dataset.message = message.id;
  }

  /** Shows what became of a press on this message: it waits, it failed, or nothing. */
  showPending(pending) {
    this.busy = pending?.state === "waiting";
    this.element.toggleAttribute("aria-busy", this.busy);
    for (const control of this.element.querySelectorAll("[data-custom-id]")) {
      control.classList.toggle("waiting", this.busy && control.dataset.customId === pending.customId);
    }
    arrange(this.note, pending?.state === "failed" ? h("span.failure", {}, pending.reason) : []);
  }

  row() {
    const { message, compact, scene } = this;
    return h(
      "article.message",
      { class: `message ${compact ? "compact" : ""} ${message.flags & FLAG.EPHEMERAL ? "ephemeral" : ""}`, "aria-label": `Message from ${nameOf(message.author)}` },
      !compact && [usedLine(message), replyLine(message, scene)],
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
    const actions = {
      press: (customId) => !this.busy && scene.press(message, customId),
      select: (customId, values) => !this.busy && scene.select(message, customId, values),
    };
    const edited = message.edited_timestamp && h("span.edited", { title: formatTimestamp(Date.parse(message.edited_timestamp), "F") }, " (edited)");
    const words = message.content && !(message.flags & FLAG.COMPONENTS_V2);
    return [
      words && h("div.prose", {}, prose(message.content, scene), edited),
      looseAttachments(message).map(attachmentView),
      (message.embeds ?? []).map((embed) => embedView(embed, scene)),
      componentViews(message.components, scene, actions),
      !words && edited,
      reactions(message),
      message.thread && threadLine(message.thread, scene),
    ];
  }
}

/** "thinking…" in the place of the response. */
export function thinking(name) {
  return h("div.thinking", { role: "status" }, h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")), `${name} is thinking…`);
}

/** The files that no embed or component shows already. */
function looseAttachments({ attachments, embeds, components }) {
  const shown = JSON.stringify([embeds ?? [], components ?? []]);
  return (attachments ?? []).filter(({ url }) => !shown.includes(JSON.stringify(url)));
}

function headLine(message, scene) {
  return h("div.message-head", {}, h("strong.author", {}, nameOf(message.author)), message.author.bot && appMark(), timeOf(message, scene));
}

function timeOf({ timestamp }, scene) {
  const moment = Date.parse(timestamp);
  return h("time.message-time", { datetime: timestamp, title: formatTimestamp(moment, "F") }, formatShort(moment, scene.client.now()));
}

/** "anna used /command", above the response. */
function usedLine({ interaction_metadata: metadata, interaction, type }) {
  const source = metadata ?? interaction;
  const name = interaction?.name ?? metadata?.name;
  if (!source || (metadata && metadata.type !== COMMAND_INTERACTION) || (type !== TYPE.COMMAND && !name)) return null;
  return usedBy(source.user ?? interaction?.user, name);
}

export function usedBy(user, path) {
  return h("div.used", {}, avatar(user, "tiny"), h("span", {}, h("strong", {}, nameOf(user)), " used ", path ? h("span.used-name", {}, `/${path}`) : "a command"));
}

function replyLine({ referenced_message: first, type }, scene) {
  if (!first || type !== TYPE.REPLY) return null;
  const words = first.content || first.embeds?.[0]?.title || "a message";
  return h(
    "button.used.reply",
    { type: "button", title: "Go to the message", onclick: () => scene.openChannel(first.channel_id, first.id) },
    avatar(first.author, "tiny"),
    h("strong", {}, nameOf(first.author)),
    h("span.reply-words", {}, words),
  );
}

function reactions({ reactions: list }) {
  if (!list?.length) return null;
  return h("div.reactions", {}, list.map(({ emoji, count, me }) => h("span.reaction", { class: `reaction ${me ? "mine" : ""}` }, emojiWords(emoji), " ", String(count))));
}

function threadLine({ id, name }, scene) {
  return h("button.thread-line", { type: "button", onclick: () => scene.openChannel(id) }, "Thread: ", h("strong", {}, name), " ›");
}

function ephemeralNote(message, scene) {
  if (!(message.flags & FLAG.EPHEMERAL)) return null;
  return h(
    "div.ephemeral-note",
    {},
    "Only you can see this · ",
    h("button.as-link", { type: "button", onclick: () => scene.dismiss(message) }, "Dismiss message"),
  );
}
