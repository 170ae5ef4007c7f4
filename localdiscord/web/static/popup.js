/** A menu that opens at a button or at the pointer, and closes when it is used or left. */

import { h } from "./dom.js";

const EDGE = 8;

/** `items` are {label, act}, or {heading} above those that follow. */
export function openPopup(host, { items, at, label, returnTo }) {
  const entries = items.map(({ heading, label: words, act }) => (heading ? h("div.popup-heading", { role: "presentation" }, heading) : entry(words, act)));
  const element = h("div.popup", { role: "menu", "aria-label": label, onkeydown: key }, entries);
  const choices = entries.filter((one) => one.getAttribute("role") === "menuitem");

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

  function outside({ target }) {
    if (!element.contains(target)) close();
  }

  function key(event) {
    const now = choices.indexOf(document.activeElement);
    const steps = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: choices.length - 1 };
    if (event.key in steps) choices.at(steps[event.key] % choices.length).focus();
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

/** Keeps the menu inside the window. */
function place(element, { x, y }) {
  const { width, height } = element.getBoundingClientRect();
  const inside = (wanted, size, room) => Math.max(EDGE, Math.min(wanted, room - size - EDGE));
  element.style.setProperty("left", `${inside(x, width, innerWidth)}px`);
  element.style.setProperty("top", `${inside(y, height, innerHeight)}px`);
}
