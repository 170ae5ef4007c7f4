/** The parts of a form. A field has {customId, element, value(), problem(), focus()}; other parts only an element. */

import { freshId, h } from "./dom.js";
import { prose } from "./markdown-view.js";
import { Menu } from "./menu.js";
import { t } from "./words.js";

/** @typedef {{ element: HTMLElement, value(): unknown, problem(required: boolean): string | null | undefined | false | 0 | "", focus(): void }} Input */
/** A part without a value. @typedef {{ element: HTMLElement, customId?: undefined }} Plain */

const PARAGRAPH = 2;

/** @param {Component[]} components @param {Scene} scene @returns {(Field | Plain)[]} */
export function fieldsOf(components, scene) {
  return components.flatMap((component) => (PARTS[component.type] ?? unknown)(component, scene));
}

/** @type {Record<number, (component: Component, scene: Scene) => Field | Plain | (Field | Plain)[]>} */
const PARTS = {
  1: ({ components }, scene) => components.flatMap((/** @type {Component} */ one) => fieldsOf([one.type === 4 ? one : { type: 18, label: one.placeholder ?? "", component: one }], scene)),
  4: (component) => labelled(component.label, "", component, (id) => textInput(component, id)),
  10: ({ content }, scene) => ({ element: h("div.prose", {}, prose(content, scene)) }),
  18: ({ label, description, component }, scene) => labelled(label, description, component, (id) => INPUTS[component.type]?.(component, id, scene)),
};

/** @param {Component} component @returns {Plain} */
function unknown({ type }) {
  return { element: h("div.quiet", {}, t`(This page cannot show fields of type ${type}.)`) };
}

/** @type {Record<number, (component: Component, id: string, scene: Scene) => Input>} */
const INPUTS = {
  4: textInput,
  3: menuInput,
  5: menuInput,
  6: menuInput,
  7: menuInput,
  8: menuInput,
  19: fileInput,
  21: (component) => choiceInput(component, "radio", 1, 1),
  22: (component) => choiceInput(component, "checkbox", component.min_values ?? 1, component.max_values ?? component.options.length),
  23: checkbox,
};

/**
 * @param {string} label
 * @param {string | undefined} description
 * @param {Component} component
 * @param {(id: string) => Input | undefined} make
 * @returns {Field | Plain}
 */
function labelled(label, description, component, make) {
  const id = freshId("field");
  const input = make(id);
  if (!input) return unknown(component);
  const required = component.required !== false && component.type !== 23;
  return {
    ...input,
    customId: component.custom_id,
    problem: () => {
      const problem = input.problem(required);
      return problem && `${label}: ${problem}`;
    },
    element: h(
      "div.field",
      {},
      h("label", { id: `${id}-label`, for: id }, label, required && h("span.required", { title: "required" }, " *")),
      description && h("div.field-description", {}, description),
      input.element,
    ),
  };
}

/** @param {Component} component @param {string} id @returns {Input} */
function textInput(component, id) {
  const { style, value, placeholder, max_length: most, min_length: least } = component;
  const paragraph = style === PARAGRAPH;
  const input = h(paragraph ? "textarea" : "input", {
    id,
    ...(paragraph ? { rows: 4 } : { type: "text" }),
    value: value ?? "",
    placeholder,
    maxlength: most,
    autocomplete: "off",
  });
  const count = h("div.field-count", { "aria-hidden": "true" });
  const recount = () => (count.textContent = most ? `${input.value.length} / ${most}` : "");
  input.addEventListener("input", recount);
  recount();
  return {
    element: h("div", {}, input, most && count),
    value: () => input.value,
    focus: () => input.focus(),
    problem(required) {
      if (!input.value.trim()) return required ? t`this is required.` : null;
      return least && input.value.length < least ? t`write at least ${least} characters.` : null;
    },
  };
}

/** @param {Component} component @param {string} id @param {Scene} scene @returns {Input} */
function menuInput(component, id, scene) {
  const menu = new Menu(component, scene.client, { labelledBy: `${id}-label` });
  menu.face.id = id;
  return {
    element: menu.element,
    value: () => menu.values,
    focus: () => menu.focus(),
    problem: (required) => countProblem(menu.values.length, required, menu.least, menu.most),
  };
}

/** @param {Component} component @param {string} kind @param {number} least @param {number} most @returns {Input} */
function choiceInput(component, kind, least, most) {
  const name = freshId("choice");
  /** @type {HTMLInputElement[]} */
  const inputs = component.options.map((/** @type {any} */ option) => h("input", { type: kind, name, value: option.value, checked: Boolean(option.default) }));
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const rows = component.options.map((/** @type {Option} */ { label, description }, /** @type {number} */ index) =>
    h("label.choice", {}, inputs[index], h("span", {}, label, description && h("span.option-detail", {}, description))),
  );
  return {
    element: h("div.choices", { role: kind === "radio" ? "radiogroup" : "group", "aria-label": component.label }, rows),
    value: chosen,
    focus: () => inputs[0]?.focus(),
    problem: (required) => countProblem(chosen().length, required, least, most),
  };
}

/** @param {Component} component @param {string} id @returns {Input} */
function checkbox(component, id) {
  const input = h("input", { id, type: "checkbox", checked: Boolean(component.default) });
  return { element: h("div.choices", {}, input), value: () => String(input.checked), focus: () => input.focus(), problem: () => null };
}

/** @param {Component} component @param {string} id @returns {Input} */
function fileInput(component, id) {
  const [least, most] = [component.min_values ?? 1, component.max_values ?? 1];
  const input = h("input", { id, type: "file", multiple: most > 1 });
  /** @type {{filename: string, content: string}[]} */
  let read = [];
  input.addEventListener("change", async () => (read = await Promise.all([...(input.files ?? [])].map(encoded))));
  return {
    element: h("div.choices", {}, input),
    value: () => read,
    focus: () => input.focus(),
    problem(required) {
      const given = input.files?.length ?? 0;
      return given === read.length ? countProblem(given, required, least, most) : t`the file is still being read. Try again.`;
    },
  };
}

/** @param {File} file @returns {Promise<{filename: string, content: string}>} */
function encoded(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve({ filename: file.name, content: String(reader.result).split(",")[1] ?? "" }));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

/** @param {number} count @param {boolean} required @param {number} least @param {number} most */
function countProblem(count, required, least, most) {
  if (!count) return required && least > 0 ? t`choose one.` : null;
  if (count < least) return t`choose at least ${least}.`;
  return count > most ? t`choose at most ${most}.` : null;
}
