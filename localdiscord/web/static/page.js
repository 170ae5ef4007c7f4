/** The page of the local table: one or two panes beside the list of channels and people. */

import { act, fetchWorld } from "./api.js";
import { nameDialog } from "./dialog.js";
import { arrange, h } from "./dom.js";
import { readHash, recall, remember } from "./memory.js";
import { Pane } from "./pane.js";
import { nameOf, Seat } from "./seat.js";
import { Sidebar } from "./sidebar.js";

const TEXT_CHANNEL = 0;
const TRY_AGAIN = 1500;
const NARROW = "(max-width: 720px)";

class Page {
  constructor(world) {
    this.world = world;
    this.seats = new Map();
    this.panes = [];
    this.table = document.getElementById("panes");
    this.side = document.getElementById("sidebar");
    this.sidebar = new Sidebar(this.side, {
      open: (channel) => this.leaveSidebar(this.active.go(channel)),
      be: (user) => this.leaveSidebar(this.active.sit(user, this.active.channelId)),
      addPerson: () => this.addPerson(),
      togglePanes: () => this.togglePanes(),
    });
    document.getElementById("shade").addEventListener("click", () => this.hideSidebar());
    this.side.addEventListener("keydown", ({ key }) => key === "Escape" && this.hideSidebar());
    document.addEventListener("keydown", (event) => this.keyOutside(event));
    addEventListener("hashchange", () => this.follow(readHash(location.hash)));
  }

  open(places) {
    const known = this.checked(places);
    const narrow = matchMedia(NARROW).matches;
    (narrow ? known.slice(0, 1) : known).forEach((place) => this.addPane(place));
    this.active.composer.focus();
  }

  /** Only users and channels that are at this table; at least one place. */
  checked(places) {
    const { users, channels } = this.world;
    const fallback = channels.find(({ type }) => type === TEXT_CHANNEL) ?? channels[0];
    const known = places
      .filter(({ user }) => users.some(({ id }) => id === user))
      .map(({ user, channel }) => ({ user, channel: channels.some(({ id }) => id === channel) ? channel : fallback.id }));
    return known.length ? known : [{ user: users[0].id, channel: fallback.id }];
  }

  addPane({ user, channel }) {
    const taken = this.panes.map(({ number }) => number);
    const pane = new Pane(taken.includes(1) ? 2 : 1, this);
    this.panes.push(pane);
    this.active ??= pane;
    this.table.append(pane.element);
    pane.sit(user, channel);
    return pane;
  }

  togglePanes() {
    if (this.panes.length > 1) {
      const [left] = this.panes.filter((pane) => pane !== this.active);
      this.panes = [this.active];
      left.end();
    } else {
      const { users } = this.active.seat.world;
      const other = users.find(({ id }) => id !== this.active.seat.user) ?? users[0];
      this.active = this.addPane({ user: other.id, channel: this.active.channelId });
      this.active.composer.focus();
    }
    this.moved();
  }

  follow(places) {
    const known = places.length ? this.checked(places) : [];
    known.forEach(({ user, channel }, index) => {
      const pane = this.panes[index];
      if (!pane) this.addPane({ user, channel });
      else if (pane.seat.user !== user || pane.channelId !== channel) pane.sit(user, channel);
    });
  }

  // ---- what panes ask of the page

  /** The seat of a user, shared by the panes in which this user sits. */
  seatOf(user) {
    const kept = this.seats.get(user) ?? { seat: new Seat(user, this.world), panes: 0 };
    kept.panes += 1;
    this.seats.set(user, kept);
    return kept.seat;
  }

  release(seat) {
    const kept = this.seats.get(seat.user);
    kept.panes -= 1;
    if (kept.panes) return;
    seat.leave();
    this.seats.delete(seat.user);
  }

  startOver() {
    location.reload();
  }

  activate(pane) {
    if (this.active === pane) return;
    this.active = pane;
    this.draw();
  }

  moved() {
    remember(this.panes.map(({ seat, channelId }) => ({ user: seat.user, channel: channelId })));
    this.draw();
  }

  worldChanged(pane) {
    this.world = pane.seat.world;
    if (pane === this.active) this.draw();
  }

  draw() {
    const seated = this.panes.filter(({ seat }) => seat);
    if (!this.active?.seat) return;
    this.table.classList.toggle("two", seated.length > 1);
    for (const pane of seated) pane.element.classList.toggle("active", pane === this.active && seated.length > 1);
    this.sidebar.draw(this.active, seated);
    const { seat, channel } = this.active;
    document.title = `${nameOf(seat.person(seat.user))} in ${channel?.name ?? "…"} · ${seat.world.guild.name}`;
  }

  addPerson() {
    const dialog = nameDialog({
      title: "Add a person to the table",
      label: "Name",
      action: "Add",
      most: 32,
      send: async (name) => {
        const { seat, channelId } = this.active;
        const { user } = await act({ user: seat.user, channel: channelId, type: "add_user", name });
        if (!seat.person(user.id)) seat.hear({ type: "user_create", user });
        dialog.close();
        await this.leaveSidebar(this.active.sit(user.id, channelId));
      },
    });
    dialog.open(document.body, document.getElementById("table"));
  }

  /** Typing when nothing has the focus goes where one writes. */
  keyOutside({ target, key, ctrlKey, metaKey, altKey }) {
    const nowhere = target === document.body || target.classList.contains("timeline");
    if (nowhere && key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey && !document.querySelector("[role=dialog]")) this.active.composer.focus();
  }

  showSidebar() {
    document.body.classList.add("side-shown");
    this.side.querySelector("button")?.focus();
  }

  hideSidebar() {
    document.body.classList.remove("side-shown");
  }

  async leaveSidebar(deed) {
    this.hideSidebar();
    await deed;
    this.active.composer.focus();
  }
}

/** Begins when the table answers; until then it says why it waits. */
async function begin() {
  const waiting = document.getElementById("waiting");
  try {
    const [place] = recall();
    const world = await fetchWorld(place?.user).catch(() => fetchWorld());
    if (!world.users.length || !world.channels.length) throw new Error("Nobody is at this table yet.");
    const page = new Page(world);
    page.open(recall());
    waiting.remove();
  } catch (refused) {
    arrange(waiting, [h("p", {}, refused.message), h("p.quiet", {}, "Trying again…")]);
    setTimeout(begin, TRY_AGAIN);
  }
}

begin();
