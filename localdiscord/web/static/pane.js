/** One user in one channel: the head, the messages, the composer, and the forms above them. */

import { Composer } from "./composer.js";
import { nameDialog } from "./dialog.js";
import { arrange, h } from "./dom.js";
import { formDialog } from "./form.js";
import { avatar } from "./people.js";
import { nameOf } from "./seat.js";
import { Timeline } from "./timeline.js";

const DIRECT = 1;
const THREADS = new Set([10, 11, 12]);
const SEAT_EVENTS = ["world", "messages", "awaited", "connection", "modal", "refused", "forgotten"];

export class Pane {
  /** `page` has seatOf(user), release(seat), moved(), worldChanged(pane), activate(pane), showSidebar(), startOver(). */
  constructor(number, page) {
    this.number = number;
    this.page = page;
    this.deeds = 0;
    this.scene = this.makeScene();
    this.timeline = new Timeline(this.scene);
    this.composer = new Composer(this.scene, {
      say: (words) => this.seat.say(this.channelId, words),
      call: (path, options) => this.seat.call(this.channelId, this.nonce(), path, options),
      choices: (question) => this.seat.choices(this.channelId, question),
    });
    this.head = h("header.pane-head");
    this.banner = h("div.banner", { role: "status" });
    this.inside = h("div.pane-inside", {}, this.head, this.banner, this.timeline.element, this.composer.element);
    this.element = h("section.pane", { onfocusin: () => page.activate(this), onmousedown: () => page.activate(this) }, this.inside);
    this.listeners = Object.fromEntries(SEAT_EVENTS.map((type) => [type, ({ detail }) => this.hear(type, detail)]));
  }

  get channel() {
    return this.seat.channel(this.channelId);
  }

  /** What the drawn messages may ask of their surroundings. */
  makeScene() {
    const pane = this;
    return {
      get seat() {
        return pane.seat;
      },
      openChannel: (id, message) => this.go(id, message),
      beginCommand: (path) => this.composer.beginPath(path),
      press: (message, customId) => this.attempt(this.seat.press(message, this.nonce(), customId)),
      select: (message, customId, values) => this.attempt(this.seat.select(message, this.nonce(), customId, values)),
      dismiss: (message) => this.attempt(this.seat.dismiss(message)),
      redraw: () => this.drawMessages(),
    };
  }

  /** A name for a deed, by which its answer finds back to this pane. */
  nonce() {
    this.deeds += 1;
    return `${this.number}-${Date.now().toString(36)}-${this.deeds}`;
  }

  /** Takes a user's place in a channel. */
  async sit(user, channel) {
    const seat = this.page.seatOf(user);
    const left = this.seat;
    this.dialog?.close();
    if (left) this.stopListening();
    this.seat = seat;
    this.channelId = channel;
    for (const type of SEAT_EVENTS) seat.addEventListener(type, this.listeners[type]);
    if (left) this.page.release(left);
    this.composer.clear();
    this.timeline.clear();
    this.drawHead();
    this.page.moved(this);
    await this.attempt(seat.watch(channel));
    this.drawMessages();
  }

  stopListening() {
    for (const type of SEAT_EVENTS) this.seat.removeEventListener(type, this.listeners[type]);
    this.seat.unwatch(this.channelId);
  }

  end() {
    this.stopListening();
    this.timeline.end();
    this.page.release(this.seat);
    this.element.remove();
  }

  async go(channel, message) {
    if (channel && channel !== this.channelId && this.seat.channel(channel)) await this.sit(this.seat.user, channel);
    if (message) this.timeline.goTo(message);
    else this.composer.focus();
  }

  async attempt(deed) {
    try {
      await deed;
    } catch (refused) {
      this.composer.complain(refused.message);
    }
  }

  hear(type, detail) {
    if (type === "modal") this.openForm(detail);
    else if (type === "forgotten") this.page.startOver();
    else if (type === "refused") this.composer.complain(detail);
    else if (type === "world" || type === "connection") {
      this.drawHead();
      this.page.worldChanged(this);
    }
    if (type === "messages" ? !detail || detail === this.channelId : type === "awaited") this.drawMessages();
  }

  openForm({ nonce, channel, modal }) {
    if (!nonce.startsWith(`${this.number}-`)) return;
    const { seat } = this;
    this.dialog?.leave();
    this.dialog = formDialog(modal, this.scene, {
      async submit(values) {
        const answer = `${nonce}.`;
        await seat.submit(channel, answer, modal.id, values);
        await seat.outcome(answer);
      },
      close: () => this.attempt(seat.close(channel, modal.id)),
    });
    this.dialog.open(this.element, this.inside);
  }

  openThreadDialog() {
    this.dialog = nameDialog({
      title: `New thread in #${this.channel.name}`,
      label: "Thread name",
      action: "Create thread",
      most: 100,
      send: async (name) => {
        const thread = await this.seat.openThread(this.channelId, name);
        await this.go(thread.id);
      },
    });
    this.dialog.open(this.element, this.inside);
  }

  drawMessages() {
    if (!this.channel) return;
    const awaited = [...this.seat.awaited.values()].filter(({ channel }) => channel === this.channelId);
    this.timeline.show(this.seat.messages.get(this.channelId) ?? [], awaited, this.hint());
  }

  hint() {
    const example = this.seat.commands.find(({ path }) => path === "campaign new") ?? { path: "campaign new" };
    return h(
      "div.hint",
      {},
      h("h2", {}, `Welcome to ${placeName(this.channel)}`),
      h("p", {}, "Type ", h("kbd", {}, "/"), " to begin. Try ", h("button.mention", { type: "button", onclick: () => this.scene.beginCommand(example.path) }, `/${example.path}`), "."),
      h("p.quiet", {}, "What you write without a slash is said to everyone in the channel. Nothing leaves this computer."),
    );
  }

  drawHead() {
    const { channel, seat } = this;
    if (!channel) return;
    const parent = THREADS.has(channel.type) && seat.channel(channel.parent_id);
    this.element.setAttribute("aria-label", `${nameOf(seat.person(seat.user))} in ${placeName(channel)}`);
    this.composer.address(placeName(channel));
    if (this.head.contains(document.activeElement) && this.drawnFor === seat.user + channel.id + seat.world.users.length) return this.drawBanner();
    this.drawnFor = seat.user + channel.id + seat.world.users.length;
    arrange(this.head, [
      h("button.icon.menu-button", { type: "button", "aria-label": "Channels and people", onclick: () => this.page.showSidebar() }, "☰"),
      h(
        "h2.place",
        {},
        parent && [h("button.place-parent", { type: "button", onclick: () => this.go(parent.id) }, `#${parent.name}`), h("span.quiet", { "aria-hidden": "true" }, " › ")],
        parent ? channel.name : placeName(channel),
      ),
      channel.type === 0 && h("button.button.plain.small", { type: "button", onclick: () => this.openThreadDialog() }, "New thread"),
      this.userPicker(),
    ]);
    this.drawBanner();
  }

  userPicker() {
    const { seat } = this;
    const picker = h(
      "select",
      { "aria-label": "Who you are in this pane", onchange: () => this.sit(picker.value, this.channelId).then(() => this.head.querySelector("select").focus()) },
      seat.world.users.map((user) => h("option", { value: user.id, selected: user.id === seat.user }, nameOf(user))),
    );
    return h("label.user-picker", { title: "Who you are in this pane" }, avatar(seat.person(seat.user), "small"), picker);
  }

  drawBanner() {
    const { seat } = this;
    const lost = !seat.connected && "The connection to the table is lost. Trying again…";
    const offline = seat.world.bot === "offline" && `${seat.botName}, the bot, is offline. Commands will not be answered.`;
    this.banner.textContent = lost || offline || "";
  }
}

export function placeName(channel) {
  if (THREADS.has(channel.type)) return `“${channel.name}”`;
  return channel.type === DIRECT ? `@${nameOf(channel.recipients?.[0])}` : `#${channel.name}`;
}
