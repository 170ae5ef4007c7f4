/** The bot's forms: Discord's modals as a dialog. */

import { Dialog } from "./dialog.js";
import { fieldsOf } from "./field.js";

/** A dialog for a modal: `submit(values)` sends it, `close()` is called when the user cancels it. */
export function formDialog(modal, scene, { submit, close }) {
  const fields = fieldsOf(modal.components ?? [], scene);
  return new Dialog({
    title: modal.title,
    body: fields.map(({ element }) => element),
    action: "Submit",
    cancelled: close,
    async send() {
      const inputs = fields.filter(({ customId }) => customId);
      const invalid = inputs.map((field) => [field, field.problem()]).find(([, problem]) => problem);
      if (invalid) {
        invalid[0].focus();
        throw new Error(invalid[1]);
      }
      await submit(Object.fromEntries(inputs.map((field) => [field.customId, field.value()])));
    },
  });
}

