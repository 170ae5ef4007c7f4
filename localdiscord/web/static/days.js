/** The days of a channel as a slider: whoever looks through a campaign goes from day to day. */

import { fetchDays } from "./api.js";
import { arrange, h } from "./dom.js";
import { formatTimestamp } from "./timestamps.js";
import { t } from "./words.js";

/** @import { Pane } from "./pane.js" */

export class Days {
  /** @type {{ day: string, message: string }[]} */
  days = [];
  drawnFor = "";

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.words = h("span.days-words");
    this.slider = h("input.days-slider", { type: "range", min: 1, step: 1, "aria-label": t`Days of this campaign`, oninput: () => this.name(), onchange: () => this.go() });
    this.before = h("button.button.plain", { type: "button", "aria-label": t`The day before`, onclick: () => this.step(-1) }, "‹");
    this.after = h("button.button.plain", { type: "button", "aria-label": t`The next day`, onclick: () => this.step(1) }, "›");
    this.element = h("div.days", { role: "group", "aria-label": t`Days of this campaign`, hidden: true });
  }

  /** Shows the way to the tour in the first channel, and its days in the tour. @param {Channel} channel */
  async draw(channel) {
    const { client } = this.pane;
    const { tour, channels } = client.state;
    const isTour = channel.id === tour;
    const first = channels.find(({ type }) => type === 0);
    this.element.hidden = !tour || !(isTour || channel.id === first?.id);
    const drawnFor = `${client.user} ${channel.id}`;
    if (this.element.hidden || this.drawnFor === drawnFor) return;
    this.drawnFor = drawnFor;
    if (!isTour) {
      arrange(this.element, [h("button.button.primary", { type: "button", onclick: () => this.pane.attempt(this.open(tour ?? "")) }, t`Look at a campaign`), h("span.quiet", {}, t`A finished campaign by post, from its first day to its last.`)]);
      return;
    }
    this.days = await fetchDays(client.user, channel.id).catch(() => []);
    this.element.hidden = !this.days.length;
    this.slider.max = String(this.days.length);
    this.slider.value = String(this.days.length);
    this.name();
    arrange(this.element, [this.before, this.slider, this.after, this.words, h("span.quiet.days-how", {}, t`To play on from a message yourself, be anna or bert and use its menu (⋯): What happened here?`)]);
  }

  /** @param {string} tour */
  async open(tour) {
    await this.pane.go(tour);
    const [first] = await fetchDays(this.pane.client.user, tour);
    if (first) await this.pane.go(tour, first.message);
    this.slider.value = "1";
    this.name();
  }

  /** @param {number} by */
  step(by) {
    this.slider.value = String(Number(this.slider.value) + by);
    this.name();
    this.go();
  }

  name() {
    const number = Number(this.slider.value);
    const at = this.days[number - 1];
    const day = at ? formatTimestamp(Date.parse(`${at.day}T12:00:00Z`), "D") : "";
    this.words.textContent = `${t`Day ${number} of ${this.days.length}`} · ${day}`;
    this.slider.setAttribute("aria-valuetext", this.words.textContent);
    this.before.disabled = number <= 1;
    this.after.disabled = number >= this.days.length;
  }

  go() {
    const at = this.days[Number(this.slider.value) - 1];
    if (at) this.pane.attempt(this.pane.timeline.goTo(at.message).then(() => this.slider.focus()));
  }
}
