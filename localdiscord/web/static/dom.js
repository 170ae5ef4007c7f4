/** Elements from code. Strings become text nodes, so nothing that a user or the bot wrote is read as markup. */

const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "hidden", "inert"]);

/**
 * h("p.note.small", {title: "…", onclick}, "text", element, [more])
 * @template {string} Spec
 * @param {Spec} spec
 * @param {Attributes} [attributes]
 * @param {Content[]} children
 * @returns {ElementOf<Spec>}
 */
export function h(spec, attributes = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...present(children));
  return /** @type {ElementOf<Spec>} */ (element);
}

/** @param {HTMLElement} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (value === undefined || value === null) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (PROPERTIES.has(name)) Object.assign(element, { [name]: value });
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false) element.setAttribute(name, String(value));
}

/** @param {readonly Content[]} children @returns {(Node | string)[]} */
function present(children) {
  const all = /** @type {any[]} */ (children).flat(Infinity);
  return all.filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

/**
 * Makes these the only children of the element; those that stay in place are not touched.
 * @param {HTMLElement} element
 * @param {Content} children
 */
export function arrange(element, children) {
  const wanted = present([children]).map((child) => (child instanceof Node ? child : document.createTextNode(child)));
  const kept = new Set(wanted);
  for (const child of Array.from(element.childNodes)) if (!kept.has(child)) child.remove();
  wanted.forEach((child, index) => {
    const there = element.childNodes[index];
    if (there !== child) element.insertBefore(child, there ?? null);
  });
}

/** An element that the page has from the start. @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

let ids = 0;

/** An id that no other element has, to connect labels and lists to their inputs. @param {string} word */
export function freshId(word) {
  ids += 1;
  return `${word}-${ids}`;
}

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), [tabindex='0']";

/** @param {HTMLElement} element */
export function focusables(element) {
  const found = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll(FOCUSABLE));
  return [...found].filter((one) => one.offsetParent !== null && !one.closest("[inert]"));
}
