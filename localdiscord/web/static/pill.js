/** One option of a command that is being typed: its name, its input, and the list to pick from. */

import { h } from "./dom.js";
import { findChoice, fixedChoices, OPTION_TYPE, toValue } from "./commands.js";
import { avatar } from "./avatars.js";
import { nameOf } from "./names.js";
import { t } from "./words.js";

/** @import { CommandInput } from "./command-input.js" */

const PAUSE = 150;
const NUMERIC = new Set([OPTION_TYPE.INTEGER, OPTION_TYPE.NUMBER]);

export class Pill {
  /** @type {Choice | undefined} */
  pickedItem;
  /** Whether the arrows were used since the list was offered. */
  moved = false;

  /**
   * `owner` is the command input; it shows the list and moves the focus.
   * @param {CommandOption} option
   * @param {CommandInput} owner
   * @param {string} [text]
   */
  constructor(option, owner, text = "") {
    this.option = option;
    this.owner = owner;
    this.asked = 0;
    this.input = h("input.pill-input", {
      type: "text",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": owner.list.id,
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": `${option.name}${option.required ? t`, required` : t`, optional`}`,
      inputmode: NUMERIC.has(option.type) ? "decimal" : null,
      size: 6,
      value: text,
      oninput: () => this.typed(),
      onfocus: () => this.focused(),
      onblur: () => this.blurred(),
      onkeydown: (event) => this.key(event),
    });
    this.element = h("label.pill", { title: option.description }, h("span.pill-name", {}, option.name), this.input);
    this.fit();
    if (text) this.pickedItem = findChoice(this.fixed() ?? [], text);
  }

  get text() {
    return this.input.value;
  }

  /** The value to send: that of the picked item if the text still names it, otherwise the text. @returns {Outcome} */
  outcome() {
    const words = this.text.trim();
    if (this.pickedItem && this.pickedItem.name === this.text) return { value: String(this.pickedItem.value) };
    const fixed = this.fixed();
    if (fixed && words) {
      const choice = findChoice(fixed, words.replace(/^[@#]/, ""));
      return choice ? { value: String(choice.value) } : { error: `${this.option.name}: choose one from the list.` };
    }
    return toValue(this.option, this.text);
  }

  /** Everything that can be picked, for options that take nothing else. @returns {Choice[] | null} */
  fixed() {
    const { users, channels, application } = this.owner.scene.client.state;
    if (this.option.type === OPTION_TYPE.USER) return [...users, application.user].map((user) => ({ name: nameOf(user), value: user.id, user }));
    if (this.option.type === OPTION_TYPE.CHANNEL) return channels.map(({ id, name }) => ({ name, value: id }));
    return fixedChoices(this.option);
  }

  focused() {
    this.moved = false;
    this.owner.focusedOn(this);
    if (!this.text || this.outcome().error) this.suggest(0);
  }

  blurred() {
    this.asked += 1;
    this.owner.list.close();
    this.element.classList.toggle("invalid", Boolean(this.text.trim() && this.outcome().error));
  }

  typed() {
    this.moved = false;
    if (this.namedAnother()) return;
    this.fit();
    this.element.classList.remove("invalid");
    this.owner.showError("");
    this.suggest(PAUSE);
  }

  /** Typing "name:" moves to that option, as in a command that is typed in one line; in free text it can be text. */
  namedAnother() {
    const [, before, name] = /^(?:(.*)\s)?([^\s:]+):$/.exec(this.text) ?? [];
    const free = this.option.type === OPTION_TYPE.STRING && !this.option.autocomplete && !this.fixed();
    const named = this.owner.command.options.find((option) => option.name === name);
    if (!named || (free && before)) return false;
    this.input.value = before ?? "";
    this.fit();
    this.owner.goTo(named);
    return true;
  }

  fit() {
    this.input.size = Math.min(40, Math.max(4, this.text.length + 1));
  }

  /** Offers what matches the text; the response to an older request is dropped. @param {number} pause */
  suggest(pause) {
    this.asked += 1;
    const question = this.asked;
    const fixed = this.fixed();
    if (fixed) {
      const words = this.text.trim().toLowerCase().replace(/^[@#]/, "");
      this.offer(fixed.filter(({ name }) => name.toLowerCase().includes(words)), t`Nothing in the list matches.`);
    } else if (this.option.autocomplete) setTimeout(() => question === this.asked && this.ask(question), pause);
  }

  /** @param {number} question */
  async ask(question) {
    try {
      const choices = await this.owner.choicesFor(this.option.name, this.text);
      if (question === this.asked) this.offer(choices, t`No options match what you typed.`);
    } catch (error) {
      if (question !== this.asked) return;
      this.owner.list.close();
      this.owner.showError(error.message);
    }
  }

  /** @param {Choice[]} choices @param {string} empty */
  offer(choices, empty) {
    const items = choices.map((choice) => ({ choice, label: choice.name, mark: choice.user && avatar(choice.user, "tiny") }));
    const typed = this.text.trim().toLowerCase();
    this.owner.list.ownedBy(this.input).show(items, { active: Math.max(0, items.findIndex(({ label }) => label.toLowerCase() === typed)), empty });
  }

  /** @param {Option} item */
  take({ choice }) {
    this.pickedItem = choice;
    this.input.value = choice.name;
    this.asked += 1;
    this.fit();
    this.element.classList.remove("invalid");
    this.owner.list.close();
    this.owner.showError("");
    this.owner.nextEmpty(this);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { list } = this.owner;
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      if (list.open) list.close();
      else this.owner.cancel();
      return;
    }
    if (event.key.startsWith("Arrow")) this.moved = true;
    if (list.key(event, { tab: Boolean(this.text) || this.moved })) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.owner.send();
    } else if (event.key === "Backspace" && !this.text) {
      event.preventDefault();
      this.owner.stepBack(this);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.suggest(0);
    }
  }
}
