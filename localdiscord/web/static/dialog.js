/** A form over one pane. It keeps the focus until it is sent or cancelled; the other pane stays usable. */

import { arrange, focusables, freshId, h } from "./dom.js";
import { closed, opened } from "./over.js";
import { t } from "./words.js";

/** If `send()` throws, the form shows the message. `cancelled()` is called when the user closes the form. */
export class Dialog {
  sending = false;
  /** The browser's Back leaves the form. */
  back = () => this.leave();
  /** What cannot be used while the form is open. @type {HTMLElement | undefined} */
  behind;

  /** @param {{title: string, body: Content, action: string, send(): Promise<void>, cancelled?: () => void}} parts */
  constructor({ title, body, action, send, cancelled = () => {} }) {
    this.send = send;
    this.cancelled = cancelled;
    this.error = h("p.form-error", { role: "alert" });
    this.action = h("button.button.primary", { type: "submit" }, action);
    this.body = h("div.dialog-body", {}, body);
    const heading = freshId("dialog");
    this.form = h(
      "form",
      { novalidate: true, onsubmit: (event) => this.submit(event), oninput: () => arrange(this.error, []) },
      h("header.dialog-head", {}, h("h2", { id: heading }, title), h("button.icon", { type: "button", "aria-label": t`Close`, onclick: () => this.leave() }, "✕")),
      this.body,
      this.error,
      h("footer.dialog-foot", {}, h("button.button.plain", { type: "button", onclick: () => this.leave() }, t`Cancel`), this.action),
    );
    const frame = { role: "dialog", "aria-modal": "true", "aria-labelledby": heading, tabindex: -1, onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) };
    this.element = h("div.dialog-layer", {}, h("div.dialog", frame, this.form));
  }

  /**
   * Shows the form over `host`, whose own content cannot be used meanwhile.
   * @param {HTMLElement} host
   * @param {HTMLElement} behind
   */
  open(host, behind) {
    this.behind = behind;
    this.returnTo = /** @type {HTMLElement | null} */ (document.activeElement);
    behind.inert = true;
    opened(this.back);
    host.append(this.element);
    (focusables(this.body)[0] ?? this.action).focus();
  }

  close() {
    closed(this.back);
    if (!this.element.isConnected) return;
    this.element.remove();
    if (this.behind) this.behind.inert = false;
    if (this.returnTo?.isConnected) this.returnTo.focus();
  }

  leave() {
    this.close();
    this.cancelled();
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    if (this.sending) return;
    this.sending = true;
    this.action.setAttribute("aria-disabled", "true");
    arrange(this.error, []);
    try {
      await this.send();
      this.close();
    } catch (error) {
      arrange(this.error, error.message);
    } finally {
      this.sending = false;
      this.action.removeAttribute("aria-disabled");
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.leave();
    } else if (event.key === "Tab") this.keepInside(event);
  }

  /** @param {KeyboardEvent} event */
  keepInside(event) {
    const stops = focusables(this.form);
    const edge = event.shiftKey ? stops[0] : stops.at(-1);
    if (document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
  }
}

/**
 * A dialog that asks for one name.
 * @param {{title: string, label: string, action: string, most: number, send(name: string): Promise<void>}} parts
 */
export function nameDialog({ title, label, action, most, send }) {
  const id = freshId("name");
  const input = h("input", { id, type: "text", maxlength: most, autocomplete: "off", spellcheck: "false" });
  return new Dialog({
    title,
    body: h("div.field", {}, h("label", { for: id }, label), input),
    action,
    async send() {
      const name = input.value.trim();
      if (!name) throw new Error(t`Write a name first.`);
      await send(name);
    },
  });
}
