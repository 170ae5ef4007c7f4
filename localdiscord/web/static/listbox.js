/** A list to pick from. The element that owns it has the focus and passes on its keys. */

import { arrange, freshId, h } from "./dom.js";

/** Items are {label, detail, hint, mark, checked, disabled}; `picked(item)` is called with the choice. */
export class Listbox {
  /** @type {Option[]} */
  items = [];
  /** @type {HTMLElement[]} */
  rows = [];
  /** The input or button that has the focus. @type {HTMLElement | undefined} */
  owner;

  /** @param {{label: string, picked(item: Option): void, multiple?: boolean}} parts */
  constructor({ label, picked, multiple = false }) {
    this.picked = picked;
    this.active = -1;
    this.id = freshId("list");
    this.element = h("div.listbox", { role: "listbox", id: this.id, "aria-label": label, hidden: true });
    if (multiple) this.element.setAttribute("aria-multiselectable", "true");
    // the owner keeps the focus: a click must not take it away
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * Shows the items, or the sentence `empty` if there are none.
   * @param {Option[]} items
   * @param {{active?: number, empty?: string}} [how]
   */
  show(items, { active = 0, empty = "" } = {}) {
    this.items = items;
    this.element.hidden = !items.length && !empty;
    this.rows = items.map((item, index) => this.row(item, index));
    arrange(this.element, this.rows.length ? this.rows : h("div.listbox-empty", { role: "option", "aria-disabled": "true" }, empty));
    this.point(items.length ? Math.min(active, items.length - 1) : -1);
  }

  close() {
    this.items = [];
    this.active = -1;
    this.element.hidden = true;
    this.owner?.removeAttribute("aria-activedescendant");
    this.tellOpen();
  }

  /** Ties the list to the input or button that has the focus while it is used. @param {HTMLElement} owner */
  ownedBy(owner) {
    this.owner = owner;
    owner.setAttribute("aria-controls", this.id);
    this.tellOpen();
    if (owner.tagName === "INPUT" || owner.tagName === "TEXTAREA") owner.setAttribute("aria-autocomplete", "list");
    return this;
  }

  /** A text of several lines is a combobox only while there is something to pick. */
  tellOpen() {
    const { owner } = this;
    if (owner instanceof HTMLTextAreaElement) {
      if (this.open) owner.setAttribute("role", "combobox");
      else for (const name of ["role", "aria-expanded"]) owner.removeAttribute(name);
    }
    if (owner?.getAttribute("role") === "combobox") owner.setAttribute("aria-expanded", String(this.open));
  }

  /** @param {Option} item @param {number} index */
  row(item, index) {
    return h(
      "div.option",
      {
        role: "option",
        id: `${this.id}-${index}`,
        "aria-selected": String(Boolean(item.checked)),
        "aria-disabled": item.disabled ? "true" : null,
        onmousemove: () => this.active !== index && this.point(index, false),
        onclick: () => !item.disabled && this.picked(item),
      },
      item.mark,
      h("span.option-text", {}, h("span.option-label", {}, item.label), item.detail && h("span.option-detail", {}, item.detail)),
      item.hint && h("span.option-hint", {}, item.hint),
      item.checked !== undefined && h("span.option-check", { "aria-hidden": "true" }, item.checked ? "✓" : ""),
    );
  }

  /** @param {number} index @param {boolean} [scroll] */
  point(index, scroll = true) {
    this.rows[this.active]?.classList.remove("active");
    this.active = index;
    const row = this.rows[index];
    row?.classList.add("active");
    if (scroll) row?.scrollIntoView({ block: "nearest" });
    this.tellOpen();
    if (row) this.owner?.setAttribute("aria-activedescendant", row.id);
    else this.owner?.removeAttribute("aria-activedescendant");
  }

  /**
   * Handles a key if it means something here; returns whether it did.
   * @param {KeyboardEvent} event
   * @param {{tab?: boolean}} [how]
   */
  key(event, { tab = true } = {}) {
    if (!this.open || !this.items.length || event.isComposing) return false;
    const last = this.items.length - 1;
    /** @type {Record<string, () => void>} */
    const steps = {
      ArrowDown: () => this.point(this.active >= last ? 0 : this.active + 1),
      ArrowUp: () => this.point(this.active <= 0 ? last : this.active - 1),
      PageDown: () => this.point(Math.min(last, this.active + 8)),
      PageUp: () => this.point(Math.max(0, this.active - 8)),
      Enter: () => this.pickActive(),
      ...(tab && !event.shiftKey ? { Tab: () => this.pickActive() } : {}),
    };
    const step = steps[event.key];
    if (!step) return false;
    event.preventDefault();
    event.stopPropagation();
    step();
    return true;
  }

  pickActive() {
    const item = this.items[this.active];
    if (item && !item.disabled) this.picked(item);
  }
}
