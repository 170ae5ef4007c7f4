/** The server's name, the channels with their threads, the people to be. */

import { arrange, h } from "./dom.js";
import { avatar } from "./people.js";
import { nameOf } from "./seat.js";
import { compareIds } from "./snowflake.js";

const CATEGORY = 4;
const DIRECT = 1;
const WRITTEN = new Set([0, 5, 15]);
const THREADS = new Set([10, 11, 12]);

export class Sidebar {
  /** `deeds` has open(channel), be(user), addPerson(), togglePanes(). */
  constructor(element, deeds) {
    this.element = element;
    this.deeds = deeds;
    this.head = h("header.server");
    this.channels = h("nav.channels", { "aria-label": "Channels" });
    this.people = h("section.people", { "aria-label": "People" });
    this.twin = h("button.button.plain.twin", { type: "button", onclick: () => deeds.togglePanes() });
    element.append(this.head, this.channels, this.people, this.twin);
  }

  /** Draws the side as the active pane's user sees it; `panes` are all that are open. */
  draw(active, panes) {
    const focus = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.drawServer(active.seat);
    this.drawChannels(active, panes);
    this.drawPeople(active, panes);
    this.twin.textContent = panes.length > 1 ? "One user only" : "Two users side by side";
    this.twin.setAttribute("aria-pressed", String(panes.length > 1));
    if (focus) this.element.querySelector(`[data-key="${focus}"]`)?.focus();
  }

  drawServer({ world, connected }) {
    const online = connected && world.bot !== "offline";
    const state = connected ? (online ? "online" : "offline") : "connecting…";
    arrange(this.head, [
      h("h1", {}, world.guild.name),
      h("div.bot-state", { class: `bot-state ${online ? "online" : ""}` }, h("span.dot", { "aria-hidden": "true" }), `${nameOf(world.application.user)} is ${state}`),
    ]);
  }

  drawChannels({ seat, channelId }, panes) {
    const { channels } = seat.world;
    const item = (channel) => this.channelItem(channel, seat, channelId, panes);
    const withThreads = (channel) => [item(channel), threadsOf(channel, channels).map(item)];
    const roots = channels.filter(({ type }) => WRITTEN.has(type)).sort(byPosition);
    const ids = new Set(channels.map(({ id }) => id));
    const categories = channels.filter(({ type }) => type === CATEGORY).sort(byPosition);
    const direct = channels.filter(({ type }) => type === DIRECT);
    arrange(this.channels, [
      h("h2", {}, "Channels"),
      roots.filter(({ parent_id: parent }) => !parent || !ids.has(parent)).map(withThreads),
      categories.map((category) => [h("h2", {}, category.name), roots.filter(({ parent_id: parent }) => parent === category.id).map(withThreads)]),
      direct.length ? [h("h2", {}, "Direct messages"), direct.map(item)] : [],
    ]);
  }

  channelItem(channel, seat, current, panes) {
    const here = panes.filter(({ channelId }) => channelId === channel.id).map((pane) => pane.seat.person(pane.seat.user));
    const unread = seat.unread.has(channel.id);
    const thread = THREADS.has(channel.type);
    const name = channel.type === DIRECT ? nameOf(channel.recipients?.[0]) : channel.name;
    return h(
      "button.channel",
      {
        type: "button",
        class: `channel ${thread ? "thread" : ""} ${unread ? "unread" : ""}`,
        "aria-current": channel.id === current ? "page" : null,
        dataset: { key: `c${channel.id}` },
        onclick: () => this.deeds.open(channel.id),
      },
      h("span.channel-mark", { "aria-hidden": "true" }, thread ? "↳" : channel.type === DIRECT ? "@" : "#"),
      h("span.channel-name", {}, name),
      thread && h("span.unseen", {}, ", a thread"),
      unread && h("span.unseen", {}, ", new messages"),
      here.map((user) => avatar(user, "tiny")),
    );
  }

  drawPeople({ seat }, panes) {
    const sitting = new Set(panes.map((pane) => pane.seat.user));
    arrange(this.people, [
      h("div.people-head", {}, h("h2", {}, "You are"), h("button.icon", { type: "button", title: "Add a person", "aria-label": "Add a person", dataset: { key: "add" }, onclick: () => this.deeds.addPerson() }, "+")),
      h(
        "div.people-list",
        {},
        seat.world.users.map((user) =>
          h(
            "button.person",
            {
              type: "button",
              "aria-pressed": String(user.id === seat.user),
              class: `person ${sitting.has(user.id) ? "sitting" : ""}`,
              title: `Be ${nameOf(user)}`,
              dataset: { key: `u${user.id}` },
              onclick: () => this.deeds.be(user.id),
            },
            avatar(user, "small"),
            h("span", {}, nameOf(user)),
          ),
        ),
      ),
    ]);
  }
}

function threadsOf({ id }, channels) {
  return channels.filter((channel) => THREADS.has(channel.type) && channel.parent_id === id).sort((one, other) => compareIds(one.id, other.id));
}

function byPosition(one, other) {
  return (one.position ?? 0) - (other.position ?? 0) || compareIds(one.id, other.id);
}
