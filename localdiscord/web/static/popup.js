/** A menu that opens at a button or at the pointer, and closes when it is used or left. */

import { h } from "./dom.js";

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ heading: string, label?: undefined, act?: undefined } | { label: string, act(): unknown, heading?: undefined }} Item */

const EDGE = 8;

/**
 * `items` are {label, act}, or {heading} above those that follow.
 * @param {HTMLElement} host
 * @param {{items: Item[], at: Point, label: string, returnTo?: HTMLElement}} menu
 */
export function openPopup(host, { items, at, label, returnTo }) {
  const entries = items.map((item) => (item.heading === undefined ? entry(item.label, item.act) : h("div.popup-heading", { role: "presentation" }, item.heading)));
  const element = h("div.popup", { role: "menu", "aria-label": label, onkeydown: key }, entries);
  const choices = entries.filter((one) => one.getAttribute("role") === "menuitem");

  /** @param {string} words @param {() => unknown} act */
  function entry(words, act) {
    return h("button.popup-item", { type: "button", role: "menuitem", tabindex: -1, onclick: () => (close(), act()) }, words);
  }

  function close() {
    if (!element.isConnected) return;
    document.removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", close);
    const hadFocus = element.contains(document.activeElement);
    element.remove();
    if (hadFocus && returnTo?.isConnected) returnTo.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event */
  function outside({ target }) {
    if (!(target instanceof Node && element.contains(target))) close();
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const now = choices.findIndex((one) => one === document.activeElement);
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: choices.length - 1 };
    const step = steps[event.key];
    if (step !== undefined) choices.at(step % choices.length)?.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  host.append(element);
  place(element, at);
  document.addEventListener("pointerdown", outside, true);
  addEventListener("resize", close);
  choices[0]?.focus({ preventScroll: true });
  return { close };
}

/** Keeps the menu inside the window. @param {HTMLElement} element @param {Point} at */
function place(element, { x, y }) {
  const { width, height } = element.getBoundingClientRect();
  /** @type {(wanted: number, size: number, room: number) => number} */
  const inside = (wanted, size, room) => Math.max(EDGE, Math.min(wanted, room - size - EDGE));
  element.style.setProperty("left", `${inside(x, width, innerWidth)}px`);
  element.style.setProperty("top", `${inside(y, height, innerHeight)}px`);
}
