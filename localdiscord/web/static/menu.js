/** A select of options, users, roles or channels. In a message it commits its values; in a form they are read. */

import { arrange, h } from "./dom.js";
import { emojiWords } from "./emoji.js";
import { Listbox } from "./listbox.js";
import { avatar } from "./avatars.js";
import { nameOf } from "./names.js";
import { t } from "./words.js";

/** @import { UserClient } from "./client.js" */

/** @type {Record<number, string>} */
const PLACEHOLDERS = { 3: t`Make a selection`, 5: t`Choose a user`, 6: t`Choose a role`, 7: t`Choose a user or role`, 8: t`Choose a channel` };

export class Menu {
  /** The choice before the list was opened. @type {string[]} */
  before = [];

  /**
   * @param {Component} component
   * @param {UserClient} client
   * @param {{commit?: (values: string[]) => void, labelledBy?: string | null}} [how]
   */
  constructor(component, client, { commit = () => {}, labelledBy = null } = {}) {
    this.component = component;
    this.options = optionsOf(component, client);
    this.least = component.min_values ?? 1;
    this.most = component.max_values ?? 1;
    this.values = this.options.filter((option) => option.preset).map(({ value }) => value);
    this.commit = commit;
    const name = component.placeholder || PLACEHOLDERS[component.type];
    this.list = new Listbox({ label: name, picked: (item) => this.pick(item), multiple: this.most > 1 });
    this.words = h("span.menu-words");
    this.face = h("button.menu-face", {
      type: "button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-label": labelledBy ? null : name,
      "aria-labelledby": labelledBy,
      disabled: Boolean(component.disabled),
      dataset: { customId: component.custom_id },
      onclick: () => (this.list.open ? this.finish() : this.open()),
      onkeydown: (event) => this.key(event),
      onblur: () => this.list.open && this.finish(),
    });
    this.face.append(this.words, h("span.menu-arrow", { "aria-hidden": "true" }, "▾"));
    this.list.ownedBy(this.face);
    this.count = h("div.menu-count", { hidden: true });
    this.element = h("div.menu", {}, this.face, this.list.element, this.count);
    this.write();
  }

  focus() {
    this.face.focus();
  }

  open() {
    this.before = [...this.values];
    this.list.show(this.items(), { active: Math.max(0, this.options.findIndex(({ value }) => this.values.includes(value))), empty: t`Nothing to choose` });
    this.tellCount();
    this.element.scrollIntoView({ block: "nearest" });
  }

  items() {
    return this.options.map((option) => ({ ...option, checked: this.values.includes(option.value) }));
  }

  /** @param {Option} item */
  pick({ value }) {
    if (this.most === 1) {
      const again = this.values[0] === value;
      this.values = again && this.least === 0 ? [] : [value];
      this.finish({ always: true });
      return;
    }
    if (this.values.includes(value)) this.values = this.values.filter((one) => one !== value);
    else if (this.values.length < this.most) this.values = [...this.values, value];
    this.list.show(this.items(), { active: this.list.active });
    this.tellCount();
    this.write();
  }

  /** Closes the list. A changed choice with enough values is committed, any other is undone. */
  finish({ always = false } = {}) {
    const changed = this.values.join() !== this.before.join();
    const enough = this.values.length >= this.least;
    if (!enough) this.values = this.before;
    this.shut();
    if (enough && (changed || always)) this.commit(this.values);
  }

  cancel() {
    this.values = this.before;
    this.shut();
  }

  shut() {
    this.list.close();
    this.count.hidden = true;
    this.write();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.list.open && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.cancel();
    } else if (this.list.open && event.key === " ") {
      event.preventDefault();
      this.list.pickActive();
    } else if (this.list.key(event, { tab: false })) return;
    else if (!this.list.open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.open();
    } else if (event.key.length === 1 && this.list.open) this.seek(event.key.toLowerCase());
  }

  /** @param {string} letter */
  seek(letter) {
    const { length } = this.options;
    const order = this.options.map((_, step) => (this.list.active + 1 + step) % length);
    const found = order.find((index) => this.options[index].label.toLowerCase().startsWith(letter));
    if (found !== undefined) this.list.point(found);
  }

  tellCount() {
    this.count.hidden = this.most === 1;
    const range = this.least === this.most ? `${this.most}` : `${this.least} to ${this.most}`;
    arrange(this.count, [
      h("span", {}, `${this.values.length} chosen, of ${range}`),
      h("button.button.primary.small", { type: "button", onmousedown: (event) => event.preventDefault(), onclick: () => this.finish() }, t`Done`),
    ]);
  }

  write() {
    const labels = this.options.filter(({ value }) => this.values.includes(value)).map(({ label }) => label);
    this.words.textContent = labels.join(", ") || this.component.placeholder || PLACEHOLDERS[this.component.type];
    this.words.classList.toggle("quiet", !labels.length);
  }
}

/** @param {Component} component @param {UserClient} client @returns {Option[]} */
function optionsOf(component, client) {
  const preset = new Set((component.default_values ?? []).map((/** @type {{ id: string }} */ { id }) => id));
  const { users, channels, guild, application } = client.state;
  const userOptions = [...users, application.user].map((user) => ({ value: user.id, label: nameOf(user), mark: avatar(user, "tiny") }));
  const roleOptions = (guild.roles ?? []).map(({ id, name }) => ({ value: id, label: `@${name}` }));
  const channelOptions = channels
    .filter(({ type }) => !component.channel_types?.length || component.channel_types.includes(type))
    .map(({ id, name }) => ({ value: id, label: `#${name}` }));
  /** @type {Record<number, Option[]>} */
  const all = { 5: userOptions, 6: roleOptions, 7: [...userOptions, ...roleOptions], 8: channelOptions };
  return (all[component.type] ?? stringOptions(component)).map((option) => ({ preset: preset.has(option.value), ...option }));
}

/** @param {Component} component @returns {Option[]} */
function stringOptions({ options }) {
  return options.map((/** @type {any} */ { value, label, description, emoji, default: preset }) => ({
    value,
    label,
    detail: description,
    mark: emoji && h("span.emoji", {}, emojiWords(emoji)),
    preset: Boolean(preset),
  }));
}
