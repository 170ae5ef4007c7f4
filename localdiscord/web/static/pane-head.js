/** The head of a pane: where it is, what can be done there, and as whom. */

import { avatar } from "./avatars.js";
import { arrange, h } from "./dom.js";
import { isForum, isThread, nameOf, placeName } from "./names.js";
import { mayArchive } from "./rights.js";
import { t } from "./words.js";

/** @import { Pane } from "./pane.js" */

const TEXT = 0;

export class PaneHead {
  drawnFor = "";

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.element = h("header.pane-head");
    this.banner = h("div.banner", { role: "status" });
  }

  /** Draws it for a channel; what has the focus stays, unless something else is to be shown. @param {Channel} channel */
  draw(channel) {
    const { client } = this.pane;
    this.drawBanner(channel);
    const drawnFor = [client.user, channel.id, channel.thread_metadata?.archived, client.state.users.length].join();
    if (this.element.contains(document.activeElement) && this.drawnFor === drawnFor) return;
    this.drawnFor = drawnFor;
    arrange(this.element, [
      h("button.icon.menu-button", { type: "button", "aria-label": t`Channels and users`, onclick: () => this.pane.page.showSidebar() }, "☰"),
      this.title(channel),
      channel.type === TEXT && this.newButton(t`New thread`, () => this.pane.openThreadDialog()),
      isForum(channel) && this.newButton(t`New post`, () => this.pane.openPostDialog()),
      isThread(channel) && mayArchive(client, channel) && this.archiveButton(channel),
      !isForum(channel) && this.pane.pins.button,
      this.userPicker(),
    ]);
  }

  /** @param {Channel} channel */
  title(channel) {
    const { client } = this.pane;
    const parent = isThread(channel) && client.channel(channel.parent_id);
    if (!parent) return h("h2.channel-title", {}, placeName(channel, client));
    const up = h("button.title-parent", { type: "button", onclick: () => this.pane.go(parent.id) }, `#${parent.name}`);
    return h("h2.channel-title", {}, up, h("span.quiet", { "aria-hidden": "true" }, " › "), channel.name);
  }

  /** Two words, or a plus where there is no room for them. @param {string} name @param {() => void} onclick */
  newButton(name, onclick) {
    return h(
      "button.button.plain.small",
      { type: "button", "aria-label": name, title: name, onclick },
      h("span.wide", {}, name),
      h("span.narrow", { "aria-hidden": "true" }, "+"),
    );
  }

  /** @param {Channel} thread */
  archiveButton({ id }) {
    const archive = () => this.pane.attempt(this.pane.client.do("archive", id));
    return h("button.button.plain.small", { type: "button", onclick: archive }, t`Archive`);
  }

  userPicker() {
    const { client } = this.pane;
    const label = t`Your user in this pane`;
    /** @type {HTMLSelectElement} */
    const picker = h(
      "select",
      { "aria-label": label, onchange: () => this.pane.show(picker.value, this.pane.channelId).then(() => this.element.querySelector("select")?.focus()) },
      client.state.users.map((user) => h("option", { value: user.id, selected: user.id === client.user }, nameOf(user))),
    );
    return h("label.user-picker", { title: label }, avatar(client.findUser(client.user), "small"), picker);
  }

  /** @param {Channel} channel */
  drawBanner(channel) {
    const { client } = this.pane;
    const lost = !client.connected && t`The connection is lost. Reconnecting…`;
    const offline = client.state.bot === "offline" && t`${client.botName} is offline and will not respond to commands.`;
    const archived = channel.thread_metadata?.archived && t`This thread is archived. The next message opens it again.`;
    this.banner.textContent = lost || offline || archived || "";
  }
}
