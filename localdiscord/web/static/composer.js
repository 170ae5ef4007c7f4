/** The input below the messages: text is sent, and a slash begins a command. */

import { CommandInput } from "./command-input.js";
import { matchCommands, readLine } from "./commands.js";
import { arrange, h } from "./dom.js";
import { Listbox } from "./listbox.js";
import { t } from "./words.js";

const LONGEST = 2000;

export class Composer {
  /**
   * `actions` has send(text), sendCommand(path, options) and choices(question).
   * @param {Scene} scene
   * @param {{send(words: string): Promise<unknown>, sendCommand(path: string, options: Values): Promise<unknown>, choices(question: Question): Promise<Choice[]>}} actions
   */
  constructor(scene, actions) {
    this.scene = scene;
    this.actions = actions;
    this.list = new Listbox({ label: t`Commands`, picked: () => {} });
    this.error = h("p.composer-error", { role: "alert" });
    this.help = h("div");
    this.text = h("textarea.words-input", {
      rows: 1,
      "aria-haspopup": "listbox",
      maxlength: LONGEST,
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event),
      onblur: () => !this.commandInput && this.list.close(),
      onfocus: () => this.typed(),
    });
    this.list.ownedBy(this.text);
    this.slot = h("div.composer-slot", {}, this.text);
    this.button = h("button.send", { type: "button", "aria-label": t`Send`, title: t`Send`, onclick: () => this.send() }, "➤");
    this.box = h("div.composer-box", { onclick: (event) => event.target === this.slot && this.focus() }, this.slot, this.button);
    this.element = h("div.composer", {}, h("div.composer-above", {}, this.list.element, this.help, this.error), this.box);
  }

  /** Shows in which channel the text will be sent. @param {string} place */
  address(place) {
    this.text.placeholder = matchMedia("(max-width: 720px)").matches ? t`Message ${place}` : t`Message ${place}, or type / for a command`;
    this.text.setAttribute("aria-label", t`Message ${place}`);
  }

  focus() {
    if (this.commandInput) this.commandInput.start();
    else this.text.focus();
  }

  /** @param {string} sentence */
  showError(sentence) {
    arrange(this.error, sentence);
  }

  /** Back to plain text. */
  clear(words = "") {
    const hadFocus = this.element.contains(document.activeElement);
    this.commandInput = null;
    this.list.close();
    this.showError("");
    arrange(this.help, []);
    arrange(this.slot, this.text);
    this.list.ownedBy(this.text);
    this.text.value = words;
    this.grow();
    if (hadFocus) this.text.focus();
  }

  typed() {
    this.grow();
    this.showError("");
    const words = this.text.value;
    if (!words.startsWith("/") || words.includes("\n")) {
      this.list.close();
      return;
    }
    const begun = words.endsWith(" ") && this.onlyOne(words.slice(1).trim());
    if (begun) this.begin(begun);
    else this.offer(words.slice(1));
  }

  /** The command whose full name was typed, if no longer name begins with it. @param {string} path */
  onlyOne(path) {
    const fits = this.scene.client.commands.filter((command) => command.path === path || command.path.startsWith(`${path} `));
    return fits.length === 1 && fits[0].path === path ? fits[0] : null;
  }

  /** @param {string} typed */
  offer(typed) {
    this.list.picked = ({ command }) => this.begin(command);
    const line = readLine(this.scene.client.commands, typed);
    const commands = line ? [line.command] : matchCommands(this.scene.client.commands, typed);
    const items = commands.map((command) => ({ command, label: `/${command.path}`, detail: command.description, hint: optionHint(command) }));
    this.list.show(items, { empty: this.scene.client.commands.length ? t`No command matches /${typed}` : t`The bot has registered no commands yet.` });
  }

  /** @param {Command} command @param {Texts} [texts] */
  begin(command, texts) {
    const line = texts ? null : readLine(this.scene.client.commands, this.text.value.slice(1));
    const known = texts ?? (line?.command === command ? line.texts : {});
    this.showCommand(new CommandInput(command, known, this));
  }

  /** Puts a command in the place of the text. @param {CommandInput} commandInput */
  showCommand(commandInput) {
    this.list.close();
    this.list.picked = (item) => commandInput.focus?.take(item);
    this.commandInput = commandInput;
    arrange(this.help, commandInput.help);
    arrange(this.slot, commandInput.element);
    this.showError("");
    commandInput.start();
  }

  /** Begins a command by its path, from a mention of it or the hint in an empty channel. @param {string} path */
  beginPath(path) {
    const command = this.scene.client.commands.find((one) => one.path === path);
    if (command) return this.begin(command, {});
    this.clear(`/${path}`);
    this.text.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.list.key(event)) return;
    if (event.key === "Escape" && this.list.open) {
      event.preventDefault();
      this.list.close();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    }
  }

  send() {
    if (this.commandInput) return this.commandInput.send();
    const words = this.text.value.trim();
    if (!words) return this.focus();
    if (!words.startsWith("/")) return this.sendText(words);
    const line = readLine(this.scene.client.commands, words.slice(1));
    if (line) this.begin(line.command, line.texts);
    else this.showError(t`There is no command ${words.split(/\s/)[0]} with these options. Pick one from the list.`);
  }

  /** @param {string} words */
  async sendText(words) {
    this.clear();
    await this.attempt(this.actions.send(words), () => this.clear(words));
  }

  /** @param {CommandInput} commandInput @param {Values} options */
  async sendCommand(commandInput, options) {
    this.clear();
    await this.attempt(this.actions.sendCommand(commandInput.command.path, options), () => this.showCommand(commandInput));
  }

  /** @param {Question} question */
  choices(question) {
    return this.actions.choices(question);
  }

  /**
   * Waits for a request; if it fails, what was typed comes back with the reason.
   * @param {Promise<unknown>} action
   * @param {() => void} restore
   */
  async attempt(action, restore) {
    try {
      await action;
    } catch (error) {
      if (!this.commandInput && !this.text.value) restore();
      this.showError(error.message);
    }
  }

  grow() {
    this.text.style.setProperty("height", "auto");
    this.text.style.setProperty("height", `${this.text.scrollHeight}px`);
  }
}

/** @param {Command} command */
function optionHint({ options }) {
  return options.map(({ name, required }) => (required ? name : `[${name}]`)).join(" ");
}
