/** One user in one channel: the head, the messages, the composer, and the forms above them. */

import { Composer } from "./composer.js";
import { Days } from "./days.js";
import { nameDialog } from "./dialog.js";
import { h } from "./dom.js";
import { formDialog } from "./form.js";
import { ForumView } from "./forum.js";
import { isForum, nameOf, placeName } from "./names.js";
import { PaneHead } from "./pane-head.js";
import { Pins } from "./pins.js";
import { Timeline } from "./timeline.js";
import { t } from "./words.js";

/** @import { UserClient } from "./client.js" */
/** @import { History } from "./history.js" */
/** @import { Dialog } from "./dialog.js" */
/** @import { Page } from "./page.js" */

const CLIENT_EVENTS = ["state", "messages", "pending", "connection", "modal", "error", "forgotten", "clock"];

export class Pane {
  /** @type {UserClient} */
  client;
  /** @type {History} */
  history;
  channelId = "";
  /** The form over the pane. @type {Dialog | undefined} */
  dialog;

  /**
   * `page` has clientOf(user), release(client), panesChanged(), stateChanged(pane), activate(pane), showSidebar(), startOver().
   * @param {number} number
   * @param {Page} page
   */
  constructor(number, page) {
    this.number = number;
    this.page = page;
    this.interactions = 0;
    this.scene = this.makeScene();
    this.timeline = new Timeline(this.scene);
    this.pins = new Pins(this.scene);
    this.composer = new Composer(this.scene, {
      send: (words) => this.inPresent(() => this.client.send(this.channelId, words)),
      sendCommand: (path, options) => this.inPresent(() => this.client.interactions.command(this.channelId, this.nonce(), path, options)),
      choices: (question) => this.client.choices(this.channelId, question),
    });
    this.head = new PaneHead(this);
    this.days = new Days(this);
    this.forum = new ForumView(this);
    this.inside = h("div.pane-inside", {}, this.head.element, this.pins.element, this.head.banner, this.days.element, this.timeline.element, this.forum.element, this.composer.element);
    this.element = h("section.pane", { onfocusin: () => page.activate(this), onmousedown: () => page.activate(this) }, this.inside);
    this.listeners = Object.fromEntries(CLIENT_EVENTS.map((type) => [type, (/** @type {any} */ { detail }) => this.onClientEvent(type, detail)]));
  }

  get channel() {
    return this.client.channel(this.channelId);
  }

  /** What a message on the screen can do outside itself. @returns {Scene} */
  makeScene() {
    const pane = this;
    return {
      get client() {
        return pane.client;
      },
      get history() {
        return pane.history;
      },
      openChannel: (id, message) => this.go(id, message),
      beginCommand: (path) => this.composer.beginPath(path),
      press: (message, customId) => this.attempt(this.client.interactions.press(message, this.nonce(), customId)),
      select: (message, customId, values) => this.attempt(this.client.interactions.select(message, this.nonce(), customId, values)),
      dismiss: (message) => this.attempt(this.client.dismiss(message)),
      useOn: (message, name) => this.attempt(this.client.interactions.useOn(message, this.nonce(), name)),
      attempt: (action) => this.attempt(action),
      showPins: () => this.attempt(this.pins.show()),
      redraw: () => this.drawMessages(),
    };
  }

  /** An id for an interaction, by which the updates about it find this pane. */
  nonce() {
    this.interactions += 1;
    return `${this.number}-${Date.now().toString(36)}-${this.interactions}`;
  }

  /** Shows a channel as a user sees it. @param {string} user @param {string} channel */
  async show(user, channel) {
    const client = this.page.clientOf(user);
    const previous = this.client;
    this.dialog?.close();
    if (previous) this.stopListening();
    this.client = client;
    this.channelId = channel;
    this.history = client.watch(channel);
    this.timeline.open(this.history);
    for (const type of CLIENT_EVENTS) client.addEventListener(type, this.listeners[type]);
    if (previous) this.page.release(previous);
    this.composer.clear();
    this.pins.close();
    this.drawHead();
    this.page.panesChanged();
    await this.attempt(this.history.newest());
    if (this.client === client && this.channelId === channel) this.drawMessages();
  }

  stopListening() {
    for (const type of CLIENT_EVENTS) this.client.removeEventListener(type, this.listeners[type]);
    this.client.unwatch(this.history);
  }

  end() {
    this.stopListening();
    this.timeline.end();
    this.page.release(this.client);
    this.element.remove();
  }

  /** @param {string} channel @param {string} [message] */
  async go(channel, message) {
    if (channel && channel !== this.channelId && this.client.channel(channel)) await this.show(this.client.user, channel);
    if (message) await this.attempt(this.timeline.goTo(message));
    else this.focus();
  }

  focus() {
    if (isForum(this.channel)) this.forum.element.focus();
    else this.composer.focus();
  }

  /** Who writes sees what comes of it. @template T @param {() => Promise<T>} work */
  async inPresent(work) {
    await this.timeline.toPresent();
    return work();
  }

  /** @param {unknown} action */
  async attempt(action) {
    try {
      await action;
    } catch (error) {
      this.composer.showError(error.message);
    }
  }

  /** @param {string} type @param {any} detail */
  onClientEvent(type, detail) {
    if (type === "modal") this.openForm(detail);
    else if (type === "forgotten") this.page.startOver();
    else if (type === "clock") this.keepTime();
    else if (type === "error") this.composer.showError(detail);
    else if (type === "state" || type === "connection") {
      this.drawHead();
      this.page.stateChanged(this);
    }
    const here = type === "messages" && (!detail || detail === this.channelId);
    if (here || type === "pending") this.drawMessages();
    if (here) this.attempt(this.pins.refresh());
  }

  keepTime() {
    this.timeline.refresh();
    this.drawHead();
    this.page.stateChanged(this);
  }

  /** @param {{nonce: string, channel: string, modal: Modal}} detail */
  openForm({ nonce, channel, modal }) {
    if (!nonce.startsWith(`${this.number}-`)) return;
    const { client } = this;
    this.dialog?.close();
    this.dialog = formDialog(modal, this.scene, {
      async submit(values) {
        const answer = `${nonce}.`;
        await client.interactions.submit(channel, answer, modal.id, values);
        await client.interactions.outcome(answer);
      },
      close: () => this.attempt(client.cancelModal(channel, modal.id)),
    });
    this.dialog.open(this.element, this.inside);
  }

  openThreadDialog() {
    this.dialog = nameDialog({
      title: t`New thread in ${placeName(this.channel, this.client)}`,
      label: t`Thread name`,
      action: t`Create thread`,
      most: 100,
      send: async (name) => {
        const thread = await this.client.openThread(this.channelId, name);
        await this.go(thread.id);
      },
    });
    this.dialog.open(this.element, this.inside);
  }

  openPostDialog() {
    if (!this.channel) return;
    this.dialog = this.forum.newPost(this.channel);
    this.dialog.open(this.element, this.inside);
  }

  drawMessages() {
    if (!this.channel) return;
    this.timeline.show(this.client.interactions.in(this.channelId), this.hint());
  }

  hint() {
    const example = this.client.commands.find(({ path }) => path === "help") ?? this.client.commands[0];
    return h(
      "div.hint",
      {},
      h("h2", {}, t`Welcome to ${placeName(this.channel, this.client)}`),
      h("p", {}, t`Type `, h("kbd", {}, "/"), t` to use a command.`, example && [t` Try `, h("button.mention", { type: "button", onclick: () => this.scene.beginCommand(example.path) }, `/${example.path}`), "."]),
      h("p.quiet", {}, t`Text without a slash is sent to everyone in the channel. Nothing leaves this computer.`),
    );
  }

  drawHead() {
    const { channel, client } = this;
    if (!channel) return;
    const place = placeName(channel, client);
    this.element.setAttribute("aria-label", `${nameOf(client.findUser(client.user))} in ${place}`);
    this.composer.address(place);
    this.timeline.element.hidden = this.composer.element.hidden = isForum(channel);
    this.forum.element.hidden = !isForum(channel);
    if (isForum(channel)) this.forum.draw(channel);
    this.head.draw(channel);
    this.attempt(this.days.draw(channel));
  }
}
