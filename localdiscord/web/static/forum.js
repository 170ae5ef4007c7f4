/** A forum in a pane: its posts as a list, and the form for a new one. */

import { arrange, h } from "./dom.js";
import { formDialog } from "./form.js";
import { isThread, placeName } from "./names.js";
import { compareIds, momentOf } from "./snowflake.js";
import { formatTimestamp } from "./timestamps.js";
import { t } from "./words.js";

/** @import { Pane } from "./pane.js" */

const PINNED = 1 << 1;
const REQUIRE_TAG = 1 << 4;
const MOST_APPLIED = 5;
const LONGEST = 2000;

export class ForumView {
  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.empty = h("p.quiet", {}, t`Nobody has opened a post yet.`);
    this.list = h("ul.posts");
    this.element = h("div.forum", { role: "region", "aria-label": t`Posts`, tabindex: 0, hidden: true }, this.empty, this.list);
  }

  /** @param {Channel} forum */
  draw(forum) {
    const { client } = this.pane;
    const posts = client.state.channels.filter((one) => isThread(one) && one.parent_id === forum.id).sort(byActivity);
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    const focus = this.list.contains(at) ? at?.dataset.post : null;
    this.empty.hidden = posts.length > 0;
    arrange(this.list, posts.map((post) => this.row(post, forum)));
    const again = focus && this.list.querySelector(`[data-post="${focus}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {Channel} post @param {Channel} forum */
  row(post, forum) {
    const { client } = this.pane;
    const { messages } = client.waitingIn(post.id);
    const tags = (forum.available_tags ?? []).filter(({ id }) => post.applied_tags?.includes(id));
    const moment = momentOf(newest(post));
    const count = post.message_count ?? 0;
    return h(
      "li",
      {},
      h(
        "button.post",
        { type: "button", class: messages ? "post unread" : "post", dataset: { post: post.id }, onclick: () => this.pane.go(post.id) },
        h("strong.post-title", {}, post.name),
        tags.map(({ name, emoji_name: emoji }) => h("span.tag", {}, emoji ? `${emoji} ${name}` : name)),
        isPinned(post) && h("span.archived", {}, t`pinned`),
        isArchived(post) && h("span.archived", {}, t`archived`),
        messages > 0 && h("span.unseen", {}, t`, new messages`),
        h("span.post-about", {}, `${count} ${count === 1 ? t`answer` : t`answers`} · `, h("time", { datetime: new Date(moment).toISOString(), title: formatTimestamp(moment, "F") }, formatTimestamp(moment, "R", client.now()))),
      ),
    );
  }

  /** The form in which a user opens a post. @param {Channel} forum */
  newPost(forum) {
    const { client, scene } = this.pane;
    const modal = { id: "", title: t`New post in ${placeName(forum, client)}`, components: newPostFields(forum) };
    return formDialog(modal, scene, {
      submit: async (values) => {
        const post = await client.openPost(forum.id, values);
        await this.pane.go(post.id);
      },
      close() {},
    });
  }
}

/** @param {Channel} forum @returns {Component[]} */
function newPostFields(forum) {
  const tags = forum.available_tags ?? [];
  const required = Boolean((forum.flags ?? 0) & REQUIRE_TAG);
  const options = tags.map(({ name }) => ({ label: name, value: name }));
  return [
    { type: 18, label: t`Title`, component: { type: 4, custom_id: "name", style: 1, max_length: 100 } },
    { type: 18, label: t`First message`, component: { type: 4, custom_id: "content", style: 2, max_length: LONGEST } },
    ...(tags.length ? [{ type: 18, label: t`Tags`, component: { type: 22, custom_id: "tags", label: t`Tags`, options, required, min_values: required ? 1 : 0, max_values: MOST_APPLIED } }] : []),
  ];
}

/** @param {Channel} post */
function newest({ id, last_message_id: last }) {
  return last ?? id;
}

/** @param {Channel} post */
function isPinned({ flags }) {
  return Boolean((flags ?? 0) & PINNED);
}

/** @param {Channel} post */
function isArchived({ thread_metadata: metadata }) {
  return Boolean(metadata?.archived);
}

/** The pinned post, the active ones, the archived ones; in each the newest activity first. @param {Channel} one @param {Channel} other */
function byActivity(one, other) {
  return Number(isPinned(other)) - Number(isPinned(one)) || Number(isArchived(one)) - Number(isArchived(other)) || compareIds(newest(other), newest(one));
}
