/** The controls of the table, which no Discord has: its clock, and the bot's being there. */

import { fetchControls, useControl } from "./api.js";
import { arrange, h } from "./dom.js";
import { REGION, t } from "./words.js";

/** @import { UserClient } from "./client.js" */

const WHEN = new Intl.DateTimeFormat(REGION, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
/** @type {[string, number][]} */
const STEPS = [
  [t`+1 hour`, 1],
  [t`+12 hours`, 12],
  [t`+1 day`, 24],
  [t`+3 days`, 72],
  [t`+1 week`, 168],
];

export class TableControls {
  /** What this table can do. @type {string[]} */
  controls = [];
  /** Whose view is drawn. @type {UserClient | undefined} */
  client;
  drawnFor = "";
  busy = false;

  constructor() {
    this.words = h("span.table-time");
    this.error = h("p.table-error", { role: "alert" });
    this.inside = h("div.table-inside");
    this.element = h("details.table", {}, h("summary", {}, h("span", {}, t`The table`), this.words), this.inside);
    this.clock = setInterval(() => this.tick(), 5000);
  }

  /** Asks the server once what this table can do. */
  async begin() {
    this.controls = await fetchControls().catch(() => []);
    if (this.client) this.draw(this.client);
  }

  /** @param {UserClient} client */
  draw(client) {
    this.client = client;
    this.tick();
    const { state, user } = client;
    const online = state.bot !== "offline";
    const drawnFor = [user, online, state.takes_dms, this.controls].join();
    if (this.drawnFor === drawnFor) return;
    this.drawnFor = drawnFor;
    arrange(this.inside, [
      h("p.quiet", {}, t`Not part of Discord: for trying a game by post.`),
      h("div.table-row", { role: "group", "aria-label": t`Put the clock on` }, STEPS.map(([words, hours]) => this.button(words, "clock", { hours }))),
      this.controls.includes("restart") &&
        h("div.table-row", { role: "group", "aria-label": t`The bot` }, this.button(t`Restart the bot`, "restart"), online ? this.button(t`Take it offline`, "offline") : this.button(t`Bring it online`, "online")),
      h("label.choice", {}, this.dmBox(client), h("span", {}, t`I take messages from the bot`)),
      this.error,
    ]);
  }

  tick() {
    if (this.client) this.words.textContent = WHEN.format(this.client.now());
  }

  /** @param {string} words @param {string} control @param {object} [body] */
  button(words, control, body = {}) {
    /** @type {HTMLButtonElement} */
    const element = h("button.button.plain.small", { type: "button", dataset: { key: `t${words}` }, onclick: () => this.use(element, control, body) }, words);
    return element;
  }

  /** @param {HTMLElement} button @param {string} control @param {object} body */
  async use(button, control, body) {
    if (this.busy) return;
    this.busy = true;
    button.classList.add("waiting");
    arrange(this.error, []);
    try {
      await useControl(control, body);
    } catch (error) {
      arrange(this.error, error.message);
    } finally {
      this.busy = false;
      button.classList.remove("waiting");
    }
  }

  /** @param {UserClient} client */
  dmBox(client) {
    const box = h("input", {
      type: "checkbox",
      checked: client.state.takes_dms !== false,
      dataset: { key: "dms" },
      onchange: () => {
        client.state.takes_dms = box.checked;
        client.do("dms", "", { taken: box.checked });
      },
    });
    return box;
  }
}
