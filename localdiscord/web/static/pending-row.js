/** An interaction without a response: "thinking…", or why there is none. */

import { appMark, avatar } from "./avatars.js";
import { usedBar } from "./bars.js";
import { h } from "./dom.js";
import { thinking } from "./message.js";
import { t } from "./words.js";

const BEFORE_THINKING = 150;

/** @param {Pending} pending @param {Scene} scene */
export function pendingRow({ nonce, shown, state, reason, since }, scene) {
  const { client } = scene;
  const waiting = state === "waiting";
  const fresh = waiting && client.now() - since < BEFORE_THINKING;
  if (fresh) setTimeout(() => scene.redraw(), BEFORE_THINKING);
  return h(
    "article.message",
    { class: `message pending ${fresh ? "fresh" : ""}` },
    shown && usedBar(client.findUser(client.user), shown),
    h("div.gutter", {}, avatar(client.state.application.user)),
    h(
      "div.message-body",
      {},
      h("div.message-head", {}, h("strong.author", {}, client.botName), appMark()),
      waiting ? thinking(client.botName) : h("div.failure", {}, reason),
      !waiting && h("div.ephemeral-note", {}, t`Only you can see this · `, h("button.as-link", { type: "button", onclick: () => client.interactions.remove(nonce) }, t`Dismiss message`)),
    ),
  );
}
