/** The bot's forms: Discord's modals as a dialog. */

import { Dialog } from "./dialog.js";
import { fieldsOf } from "./field.js";

/** A dialog for a modal; `submit(values)` sends it, `close()` is told that it was given up. */
export function formDialog(modal, scene, { submit, close }) {
  const fields = fieldsOf(modal.components ?? [], scene);
  return new Dialog({
    title: modal.title,
    body: fields.map(({ element }) => element),
    action: "Submit",
    left: close,
    async send() {
      const inputs = fields.filter(({ customId }) => customId);
      const wrong = inputs.map((field) => [field, field.fault()]).find(([, fault]) => fault);
      if (wrong) {
        wrong[0].focus();
        throw new Error(wrong[1]);
      }
      await submit(Object.fromEntries(inputs.map((field) => [field.customId, field.value()])));
    },
  });
}

