/** The page of the local Discord: one or two panes beside the list of channels and users. */

import { act, fetchState } from "./api.js";
import { nameDialog } from "./dialog.js";
import { arrange, byId, h } from "./dom.js";
import { readHash, loadLocations, saveLocations } from "./storage.js";
import { Pane } from "./pane.js";
import { UserClient } from "./client.js";
import { nameOf } from "./names.js";
import { Sidebar } from "./sidebar.js";
import { closed, opened } from "./over.js";
import { keepLocale, t } from "./words.js";

const TEXT_CHANNEL = 0;
const TRY_AGAIN = 1500;
const NARROW = "(max-width: 720px)";

export class Page {
  /** Each user's, and how many panes show it. @type {Map<string, { client: UserClient, panes: number }>} */
  clients = new Map();
  /** @type {Pane[]} */
  panes = [];
  /** The pane that was used last. @type {Pane} */
  active;

  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.main = byId("panes");
    this.side = byId("sidebar");
    this.sidebar = new Sidebar(this.side, {
      open: (channel) => this.leaveSidebar(this.active.go(channel)),
      switchUser: (user) => this.leaveSidebar(this.active.show(user, this.active.channelId)),
      addUser: () => this.addUser(),
      togglePanes: () => this.togglePanes(),
      speak: (locale) => this.speak(locale),
    });
    byId("shade").addEventListener("click", () => this.hideSidebar());
    document.addEventListener("keydown", ({ key }) => key === "Escape" && this.hideSidebar());
    document.addEventListener("keydown", (event) => this.keyOutside(event));
    addEventListener("hashchange", () => this.follow(readHash(location.hash)));
  }

  /** @param {Spot[]} locations */
  open(locations) {
    const known = this.checked(locations);
    const narrow = matchMedia(NARROW).matches;
    (narrow ? known.slice(0, 1) : known).forEach((place) => this.addPane(place));
    this.active.focus();
  }

  /** The locations whose user and channel exist; at least one. @param {Spot[]} locations @returns {Spot[]} */
  checked(locations) {
    const { users, channels } = this.state;
    const fallback = channels.find(({ type }) => type === TEXT_CHANNEL) ?? channels[0];
    const known = locations
      .filter(({ user }) => users.some(({ id }) => id === user))
      .map(({ user, channel }) => ({ user, channel: channels.some(({ id }) => id === channel) ? channel : fallback.id }));
    return known.length ? known : [{ user: users[0].id, channel: fallback.id }];
  }

  /** @param {Spot} location */
  addPane({ user, channel }) {
    const taken = this.panes.map(({ number }) => number);
    const pane = new Pane(taken.includes(1) ? 2 : 1, this);
    this.panes.push(pane);
    this.active ??= pane;
    this.main.append(pane.element);
    pane.show(user, channel);
    return pane;
  }

  togglePanes() {
    if (this.panes.length > 1) {
      const [ended] = this.panes.filter((pane) => pane !== this.active);
      this.panes = [this.active];
      ended.end();
    } else {
      const { users } = this.active.client.state;
      const other = users.find(({ id }) => id !== this.active.client.user) ?? users[0];
      this.active = this.addPane({ user: other.id, channel: this.active.channelId });
      this.active.focus();
    }
    this.panesChanged();
  }

  /** @param {Spot[]} locations */
  follow(locations) {
    const known = locations.length ? this.checked(locations) : [];
    known.forEach(({ user, channel }, index) => {
      const pane = this.panes[index];
      if (!pane) this.addPane({ user, channel });
      else if (pane.client.user !== user || pane.channelId !== channel) pane.show(user, channel);
    });
  }

  // ---- for panes

  /** The client of a user, shared by the panes of this user. @param {string} user */
  clientOf(user) {
    const kept = this.clients.get(user) ?? { client: new UserClient(user, this.state), panes: 0 };
    kept.panes += 1;
    this.clients.set(user, kept);
    return kept.client;
  }

  /** @param {UserClient} client */
  release(client) {
    const kept = this.clients.get(client.user);
    if (kept) kept.panes -= 1;
    if (kept?.panes) return;
    client.leave();
    this.clients.delete(client.user);
  }

  startOver() {
    location.reload();
  }

  /** @param {Pane} pane */
  activate(pane) {
    if (this.active === pane) return;
    this.active = pane;
    this.draw();
  }

  panesChanged() {
    saveLocations(this.panes.map(({ client, channelId }) => ({ user: client.user, channel: channelId })));
    this.followLanguage();
    this.draw();
  }

  /** @param {Pane} pane */
  stateChanged(pane) {
    this.state = pane.client.state;
    if (pane === this.active) this.draw();
  }

  draw() {
    const shown = this.panes.filter(({ client }) => client);
    if (!this.active?.client) return;
    this.main.classList.toggle("two", shown.length > 1);
    for (const pane of shown) pane.element.classList.toggle("active", pane === this.active && shown.length > 1);
    this.sidebar.draw(this.active, shown);
    const { client, channel } = this.active;
    document.title = `${nameOf(client.findUser(client.user))} in ${channel?.name ?? "…"} · ${client.state.guild.name}`;
  }

  addUser() {
    const dialog = nameDialog({
      title: t`Add a user`,
      label: t`Name`,
      action: t`Add`,
      most: 32,
      send: async (name) => {
        const { client, channelId } = this.active;
        const { user } = await act({ user: client.user, channel: channelId, type: "add_user", name });
        if (!client.findUser(user.id)) client.onUpdate({ type: "user_create", user });
        dialog.close();
        await this.leaveSidebar(this.active.show(user.id, channelId));
      },
    });
    dialog.open(document.body, byId("app"));
  }

  /** Sets the language of the active pane's user. @param {string} locale */
  async speak(locale) {
    const { client, channelId } = this.active;
    await this.active.attempt(act({ user: client.user, channel: channelId, type: "speak", locale }));
    if (client.state.locales) client.state.locales[client.user] = locale;
    this.followLanguage();
  }

  /** The page speaks the language of the user in the first pane: in another one it is loaded anew. */
  followLanguage() {
    const [{ client }] = this.panes;
    const locale = client?.state.locales?.[client.user];
    if (locale && keepLocale(locale)) this.startOver();
  }

  /** Typing while nothing has the focus goes into the composer. @param {KeyboardEvent} event */
  keyOutside({ target, key, ctrlKey, metaKey, altKey }) {
    const nowhere = target === document.body || (target instanceof Element && target.classList.contains("timeline"));
    if (nowhere && key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey && !document.querySelector("[role=dialog]")) this.active.focus();
  }

  /** Back and Escape close the list of channels. */
  back = () => this.hideSidebar();

  showSidebar() {
    document.body.classList.add("side-shown");
    opened(this.back);
    this.side.querySelector("button")?.focus();
  }

  hideSidebar() {
    closed(this.back);
    document.body.classList.remove("side-shown");
  }

  /** @param {Promise<unknown>} work */
  async leaveSidebar(work) {
    this.hideSidebar();
    await work;
    this.active.focus();
  }
}

/** Begins when the server responds; until then it shows why it waits. */
async function begin() {
  const waiting = byId("waiting");
  if (waiting.childElementCount === 1) arrange(waiting, h("p", {}, t`Connecting…`));
  try {
    const [place] = loadLocations();
    const state = await fetchState(place?.user).catch(() => fetchState());
    if (!state.users.length || !state.channels.length) throw new Error(t`The server has no users or channels yet.`);
    const page = new Page(state);
    page.open(loadLocations());
    waiting.remove();
  } catch (error) {
    arrange(waiting, [h("p", {}, error.message), h("p.quiet", {}, t`Trying again…`)]);
    setTimeout(begin, TRY_AGAIN);
  }
}

begin();
