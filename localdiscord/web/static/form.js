/** The bot's forms: Discord's modals as a dialog. */

import { Dialog } from "./dialog.js";
import { fieldsOf } from "./field.js";
import { t } from "./words.js";

/**
 * A dialog for a modal: `submit(values)` sends it, `close()` is called when the user cancels it.
 * @param {Modal} modal
 * @param {Scene} scene
 * @param {{submit(values: Record<string, unknown>): Promise<void>, close(): void}} actions
 */
export function formDialog(modal, scene, { submit, close }) {
  const fields = fieldsOf(modal.components ?? [], scene);
  return new Dialog({
    title: modal.title,
    body: fields.map(({ element }) => element),
    action: t`Submit`,
    cancelled: close,
    async send() {
      const inputs = fields.filter((field) => field.customId !== undefined);
      const invalid = inputs.find((field) => field.problem());
      if (invalid) {
        invalid.focus();
        throw new Error(invalid.problem() || "");
      }
      await submit(Object.fromEntries(inputs.map((field) => [field.customId, field.value()])));
    },
  });
}
