/** The server's name, the channels with their threads, the users. */

import { arrange, h } from "./dom.js";
import { avatar } from "./avatars.js";
import { isForum, isThread, nameOf } from "./names.js";
import { compareIds } from "./snowflake.js";
import { TableControls } from "./table.js";
import { LANGUAGES, t } from "./words.js";

/** @import { UserClient } from "./client.js" */
/** @import { Pane } from "./pane.js" */

const DIRECT = 1;
const TEXT = 0;

export class Sidebar {
  /**
   * `actions` has open(channel), switchUser(user), addUser(), togglePanes(), speak(locale).
   * @param {HTMLElement} element
   * @param {{open(channel: string): void, switchUser(user: string): void, addUser(): void, togglePanes(): void, speak(locale: string): void}} actions
   */
  constructor(element, actions) {
    this.element = element;
    this.actions = actions;
    this.head = h("header.server");
    this.channels = h("nav.channels", { "aria-label": t`Channels` });
    this.users = h("section.users", { "aria-label": t`Users` });
    this.table = new TableControls();
    this.twin = h("button.button.plain.twin", { type: "button", onclick: () => actions.togglePanes() });
    element.append(this.head, this.channels, this.table.element, this.users, this.twin);
    this.table.begin();
  }

  /**
   * Draws the side as the active pane's user sees it; `panes` are all that are open.
   * @param {Pane} active
   * @param {Pane[]} panes
   */
  draw(active, panes) {
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    const focus = this.element.contains(at) ? at?.dataset.key : null;
    this.drawServer(active.client);
    this.drawChannels(active, panes);
    this.drawUsers(active, panes);
    this.table.draw(active.client);
    this.twin.textContent = panes.length > 1 ? t`One user only` : t`Two users side by side`;
    this.twin.setAttribute("aria-pressed", String(panes.length > 1));
    const again = focus && this.element.querySelector(`[data-key="${focus}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {UserClient} client */
  drawServer({ state, connected }) {
    const online = connected && state.bot !== "offline";
    const status = connected ? (online ? t`online` : t`offline`) : t`connecting…`;
    arrange(this.head, [
      h("h1", {}, state.guild.name),
      h("div.bot-state", { class: `bot-state ${online ? "online" : ""}` }, h("span.dot", { "aria-hidden": "true" }), t`${nameOf(state.application.user)} is ${status}`),
    ]);
  }

  /** @param {Pane} active @param {Pane[]} panes */
  drawChannels({ client, channelId }, panes) {
    const { channels } = client.state;
    /** @param {Channel} channel */
    const item = (channel) => this.channelItem(channel, client, channelId, panes);
    /** @param {Channel} channel */
    const withThreads = (channel) => [item(channel), threadsOf(channel, channels).map(item)];
    const roots = channels.filter((channel) => channel.type === TEXT || isForum(channel)).sort(byPosition);
    const direct = channels.filter(({ type }) => type === DIRECT);
    arrange(this.channels, [
      h("h2", {}, t`Channels`),
      roots.map(withThreads),
      direct.length ? [h("h2", {}, t`Direct messages`), direct.map(item)] : [],
    ]);
  }

  /** @param {Channel} channel @param {UserClient} client @param {string} current @param {Pane[]} panes */
  channelItem(channel, client, current, panes) {
    const here = panes.filter(({ channelId }) => channelId === channel.id).map((pane) => pane.client.findUser(pane.client.user));
    const { messages, mentions } = client.waitingIn(channel.id);
    const archived = channel.thread_metadata?.archived;
    const thread = isThread(channel);
    const name = channel.type === DIRECT ? client.botName : channel.name;
    return h(
      "button.channel",
      {
        type: "button",
        class: ["channel", thread && "thread", messages && "unread", archived && "asleep"].filter(Boolean).join(" "),
        "aria-current": channel.id === current ? "page" : null,
        dataset: { key: `c${channel.id}` },
        onclick: () => this.actions.open(channel.id),
      },
      h("span.channel-mark", { "aria-hidden": "true" }, markOf(channel)),
      h("span.channel-name", {}, name),
      thread && h("span.unseen", {}, t`, a thread`),
      isForum(channel) && h("span.unseen", {}, t`, a forum`),
      archived && h("span.archived", {}, t`archived`),
      messages > 0 && h("span.unseen", {}, t`, new messages`),
      badge(mentions),
      here.map((user) => avatar(user, "tiny")),
    );
  }

  /** @param {Pane} active @param {Pane[]} panes */
  drawUsers({ client }, panes) {
    const shown = new Set(panes.map((pane) => pane.client.user));
    arrange(this.users, [
      h("div.users-head", {}, h("h2", {}, t`You are`), h("button.icon", { type: "button", title: t`Add a user`, "aria-label": t`Add a user`, dataset: { key: "add" }, onclick: () => this.actions.addUser() }, "+")),
      h(
        "div.users-list",
        {},
        client.state.users.map((user) =>
          h(
            "button.user",
            {
              type: "button",
              "aria-pressed": String(user.id === client.user),
              class: `user ${shown.has(user.id) ? "shown" : ""}`,
              title: t`Switch to ${nameOf(user)}`,
              dataset: { key: `u${user.id}` },
              onclick: () => this.actions.switchUser(user.id),
            },
            avatar(user, "small"),
            h("span.user-name", {}, nameOf(user)),
            badge(user.id === client.user ? 0 : client.waiting.calls[user.id]),
          ),
        ),
      ),
      this.languagePicker(client),
    ]);
  }

  /** The language of this user's Discord, in which the bot answers; the page follows it. @param {UserClient} client */
  languagePicker(client) {
    const user = client.findUser(client.user);
    /** @type {HTMLSelectElement} */
    const picker = h(
      "select",
      { dataset: { key: "language" }, onchange: () => this.actions.speak(picker.value) },
      Object.entries(LANGUAGES).map(([locale, name]) => h("option", { value: locale, lang: locale, selected: locale === client.state.locales?.[client.user] }, name)),
    );
    return h("label.language", {}, h("span", {}, t`Language of ${nameOf(user)}`), picker);
  }
}

/** How many messages that are not read call a user. @param {number | undefined} count */
function badge(count = 0) {
  return count > 0 && h("span.badge", { title: t`Mentions` }, String(count), h("span.unseen", {}, count === 1 ? t` mention` : t` mentions`));
}

/** @param {Channel} channel */
function markOf(channel) {
  if (isThread(channel)) return "↳";
  if (isForum(channel)) return "▤";
  return channel.type === DIRECT ? "@" : "#";
}

/** Its threads; the old posts of a forum stand in its own list alone. @param {Channel} parent @param {Channel[]} channels */
function threadsOf(parent, channels) {
  const shown = (/** @type {Channel} */ thread) => !isForum(parent) || !thread.thread_metadata?.archived;
  return channels.filter((channel) => isThread(channel) && channel.parent_id === parent.id && shown(channel)).sort((one, other) => compareIds(one.id, other.id));
}

/** @param {Channel} one @param {Channel} other */
function byPosition(one, other) {
  return (one.position ?? 0) - (other.position ?? 0) || compareIds(one.id, other.id);
}
