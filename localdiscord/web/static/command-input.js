/** A command that is being typed: its name and a pill for each option. */

import { arrange, h } from "./dom.js";
import { Pill } from "./pill.js";
import { describe } from "./commands.js";
import { t } from "./words.js";

/** @import { Composer } from "./composer.js" */

export class CommandInput {
  /** The option that has the focus. @type {Pill | undefined} */
  focus;

  /**
   * `composer` sends and cancels; `texts` are the options that were typed already.
   * @param {Command} command
   * @param {Texts} texts
   * @param {Composer} composer
   */
  constructor(command, texts, composer) {
    this.command = command;
    this.composer = composer;
    this.scene = composer.scene;
    this.list = composer.list;
    /** The name of an option as it is being spelt. */
    this.spelt = "";
    this.pills = command.options.filter(({ name, required }) => required || texts[name] !== undefined).map((option) => new Pill(option, this, texts[option.name]));
    this.name = this.nameButton();
    this.help = h("div.command-help", { "aria-live": "polite" });
    this.line = h("div.command-line");
    this.element = h("div.command", {}, this.line);
    this.draw();
    this.explain(null);
  }

  nameButton() {
    const { path } = this.command;
    const title = t`Enter sends this command, Escape cancels it`;
    return h("button.command-name", { type: "button", title, onclick: ({ detail }) => detail && this.cancel(), onkeydown: (event) => this.nameKey(event) }, `/${path}`);
  }

  draw() {
    const used = new Set(this.pills.map(({ option }) => option.name));
    const left = this.command.options.filter(({ name }) => !used.has(name));
    arrange(this.line, [
      this.name,
      this.pills.map(({ element }) => element),
      left.map((option) => h("button.pill-more", { type: "button", title: option.description, onclick: () => this.add(option) }, `+ ${option.name}`)),
    ]);
  }

  /** Focuses the first empty option, or the command's name, where Enter sends too. */
  start() {
    const empty = this.pills.find(({ text }) => !text) ?? this.pills.at(-1);
    if (empty) empty.input.focus();
    else this.name.focus();
  }

  /** @param {KeyboardEvent} event */
  nameKey(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      this.cancel();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.spell(event.key);
    }
  }

  /** Typing after the command's name names an option: "to:" begins it. @param {string} key */
  spell(key) {
    const spelt = key === " " ? "" : this.spelt + key;
    const named = this.command.options.find(({ name }) => `${name}:` === spelt);
    this.spelt = this.command.options.some(({ name }) => name.startsWith(spelt)) ? spelt : "";
    if (named) this.goTo(named);
  }

  /** @param {CommandOption} option */
  add(option) {
    const pill = new Pill(option, this);
    this.pills.push(pill);
    this.draw();
    pill.input.focus();
  }

  /** Moves to an option, adding it where it is not there yet. @param {CommandOption} option */
  goTo(option) {
    const pill = this.pills.find((one) => one.option === option);
    if (pill) pill.input.focus();
    else this.add(option);
  }

  /** @param {Pill} pill */
  focusedOn(pill) {
    this.focus = pill;
    this.explain(pill.option);
  }

  /** @param {CommandOption | null} option */
  explain(option) {
    arrange(this.help, option ? [h("strong", {}, option.name), ` ${describe(option)}`, option.required ? "" : t` (optional)`] : this.command.description);
  }

  /** @param {string} sentence */
  showError(sentence) {
    this.composer.showError(sentence);
  }

  /** @param {Pill} pill */
  nextEmpty(pill) {
    const next = this.pills.find((one) => one !== pill && !one.text);
    if (next) next.input.focus();
    else pill.input.focus();
  }

  /**
   * Backspace in an empty option: an optional one goes, otherwise the focus steps back, at last out of the command.
   * @param {Pill} pill
   */
  stepBack(pill) {
    const at = this.pills.indexOf(pill);
    if (!pill.option.required) {
      this.pills.splice(at, 1);
      this.draw();
    } else if (at === 0) {
      this.cancel();
      return;
    }
    const before = this.pills[at - 1] ?? this.pills[0];
    if (before) before.input.focus();
    else this.start();
  }

  /** @param {string} focused @param {string} value */
  choicesFor(focused, value) {
    const others = this.pills.filter(({ option }) => option.name !== focused);
    const options = Object.fromEntries(others.map((pill) => [pill.option.name, pill.outcome().value]).filter(([, known]) => known !== undefined));
    return this.composer.choices({ name: this.command.path, options, focused, value });
  }

  send() {
    /** @type {Values} */
    const options = {};
    for (const pill of this.pills) {
      const { value, error } = pill.outcome();
      if (error) {
        pill.input.focus();
        pill.element.classList.add("invalid");
        this.showError(error);
        return;
      }
      if (value !== undefined) options[pill.option.name] = value;
    }
    this.composer.sendCommand(this, options);
  }

  cancel() {
    this.composer.clear();
  }
}
