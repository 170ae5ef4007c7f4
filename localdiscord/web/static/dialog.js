/** A form over one pane. It keeps the focus until it is sent or cancelled; the other pane stays usable. */

import { arrange, focusables, freshId, h } from "./dom.js";

/** If `send()` throws, the form shows the message. `cancelled()` is called when the user closes the form. */
export class Dialog {
  constructor({ title, body, action, send, cancelled = () => {} }) {
    this.send = send;
    this.cancelled = cancelled;
    this.error = h("p.form-error", { role: "alert" });
    this.action = h("button.button.primary", { type: "submit" }, action);
    const heading = freshId("dialog");
    this.form = h(
      "form",
      { novalidate: true, onsubmit: (event) => this.submit(event), oninput: () => arrange(this.error, []) },
      h("header.dialog-head", {}, h("h2", { id: heading }, title), h("button.icon", { type: "button", "aria-label": "Close", onclick: () => this.leave() }, "✕")),
      h("div.dialog-body", {}, body),
      this.error,
      h("footer.dialog-foot", {}, h("button.button.plain", { type: "button", onclick: () => this.leave() }, "Cancel"), this.action),
    );
    const frame = { role: "dialog", "aria-modal": "true", "aria-labelledby": heading, tabindex: -1, onkeydown: (event) => this.key(event) };
    this.element = h("div.dialog-layer", {}, h("div.dialog", frame, this.form));
  }

  /** Shows the form over `host`, whose own content cannot be used meanwhile. */
  open(host, behind) {
    this.behind = behind;
    this.returnTo = document.activeElement;
    behind.inert = true;
    host.append(this.element);
    (focusables(this.form.querySelector(".dialog-body"))[0] ?? this.action).focus();
  }

  close() {
    if (!this.element.isConnected) return;
    this.element.remove();
    this.behind.inert = false;
    if (this.returnTo?.isConnected) this.returnTo.focus();
  }

  leave() {
    this.close();
    this.cancelled();
  }

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

  key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.leave();
    } else if (event.key === "Tab") this.keepInside(event);
  }

  keepInside(event) {
    const stops = focusables(this.form);
    const edge = event.shiftKey ? stops[0] : stops.at(-1);
    if (document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0]).focus();
  }
}

/** A dialog that asks for one name. */
export function nameDialog({ title, label, action, most, send }) {
  const id = freshId("name");
  const input = h("input", { id, type: "text", maxlength: most, autocomplete: "off", spellcheck: "false" });
  return new Dialog({
    title,
    body: h("div.field", {}, h("label", { for: id }, label), input),
    action,
    async send() {
      const name = input.value.trim();
      if (!name) throw new Error("Write a name first.");
      await send(name);
    },
  });
}
