/** Where one writes: words are said, and a slash begins a command. */

import { Call } from "./call.js";
import { fitting, readLine } from "./commands.js";
import { arrange, h } from "./dom.js";
import { Listbox } from "./listbox.js";

const LONGEST = 2000;

export class Composer {
  /** `deeds` has say(text), call(path, options) and choices(question). */
  constructor(scene, deeds) {
    this.scene = scene;
    this.deeds = deeds;
    this.list = new Listbox({ label: "Commands", picked: () => {} });
    this.error = h("p.composer-error", { role: "alert" });
    this.help = h("div");
    this.text = h("textarea.words-input", {
      rows: 1,
      "aria-haspopup": "listbox",
      maxlength: LONGEST,
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event),
      onblur: () => !this.written && this.list.close(),
      onfocus: () => this.typed(),
    });
    this.list.ownedBy(this.text);
    this.slot = h("div.composer-slot", {}, this.text);
    this.button = h("button.send", { type: "button", "aria-label": "Send", title: "Send", onclick: () => this.send() }, "➤");
    this.box = h("div.composer-box", { onclick: (event) => event.target === this.slot && this.focus() }, this.slot, this.button);
    this.element = h("div.composer", {}, h("div.composer-above", {}, this.list.element, this.help, this.error), this.box);
  }

  /** Says where the words will go. */
  address(place) {
    this.text.placeholder = `Message ${place}, or type / for a command`;
    this.text.setAttribute("aria-label", `Message ${place}`);
  }

  focus() {
    if (this.written) this.written.start();
    else this.text.focus();
  }

  complain(sentence) {
    arrange(this.error, sentence);
  }

  /** Back to plain words. */
  clear(words = "") {
    const hadFocus = this.element.contains(document.activeElement);
    this.written = null;
    this.list.close();
    this.complain("");
    arrange(this.help, []);
    arrange(this.slot, this.text);
    this.list.ownedBy(this.text);
    this.text.value = words;
    this.grow();
    if (hadFocus) this.text.focus();
  }

  typed() {
    this.grow();
    this.complain("");
    const words = this.text.value;
    if (!words.startsWith("/") || words.includes("\n")) {
      this.list.close();
      return;
    }
    const begun = / $/.test(words) && this.onlyOne(words.slice(1).trim());
    if (begun) this.begin(begun);
    else this.offer(words.slice(1));
  }

  /** The command that is meant when its whole name is there and no longer one could follow. */
  onlyOne(path) {
    const fits = this.scene.seat.commands.filter((command) => command.path === path || command.path.startsWith(`${path} `));
    return fits.length === 1 && fits[0].path === path ? fits[0] : null;
  }

  offer(typed) {
    this.list.picked = ({ command }) => this.begin(command);
    const line = readLine(this.scene.seat.commands, typed);
    const commands = line ? [line.command] : fitting(this.scene.seat.commands, typed);
    const items = commands.map((command) => ({ command, label: `/${command.path}`, detail: command.description, hint: optionHint(command) }));
    this.list.show(items, { empty: this.scene.seat.commands.length ? `No command fits /${typed}` : "The bot has registered no commands yet." });
  }

  begin(command, texts) {
    const line = texts ? null : readLine(this.scene.seat.commands, this.text.value.slice(1));
    const known = texts ?? (line?.command === command ? line.texts : {});
    this.write(new Call(command, known, this));
  }

  /** Puts a command into the place of the plain words. */
  write(call) {
    this.list.close();
    this.list.picked = (item) => call.focus?.take(item);
    this.written = call;
    arrange(this.help, call.help);
    arrange(this.slot, call.element);
    this.complain("");
    call.start();
  }

  /** Begins a command by its path, as a mention of it or the hint of an empty channel asks. */
  beginPath(path) {
    const command = this.scene.seat.commands.find((one) => one.path === path);
    if (command) return this.begin(command, {});
    this.clear(`/${path}`);
    this.text.focus();
  }

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
    if (this.written) return this.written.send();
    const words = this.text.value.trim();
    if (!words) return this.focus();
    if (!words.startsWith("/")) return this.say(words);
    const line = readLine(this.scene.seat.commands, words.slice(1));
    if (line) this.begin(line.command, line.texts);
    else this.complain(`There is no command ${words.split(/\s/)[0]} with these options. Pick one from the list.`);
  }

  async say(words) {
    this.clear();
    await this.attempt(this.deeds.say(words), () => this.clear(words));
  }

  async call(call, options) {
    this.clear();
    await this.attempt(this.deeds.call(call.command.path, options), () => this.write(call));
  }

  choices(question) {
    return this.deeds.choices(question);
  }

  /** Waits for a deed; when it is refused, what was written comes back with the reason. */
  async attempt(deed, restore) {
    try {
      await deed;
    } catch (refused) {
      if (!this.written && !this.text.value) restore();
      this.complain(refused.message);
    }
  }

  grow() {
    this.text.style.setProperty("height", "auto");
    this.text.style.setProperty("height", `${this.text.scrollHeight}px`);
  }
}

function optionHint({ options }) {
  return options.map(({ name, required }) => (required ? name : `[${name}]`)).join(" ");
}
