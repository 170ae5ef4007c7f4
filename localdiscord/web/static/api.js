/** The requests of the page to its server. */

import { t, told } from "./words.js";

/** The server rejected a request, or did not respond; the message is a sentence for the user. */
export class RequestError extends Error {
  /** @param {string} sentence @param {number} [status] */
  constructor(sentence, status = 0) {
    super(sentence);
    this.status = status;
  }
}

const UNREACHABLE = t`The server does not respond.`;

/** @param {string} [user] @returns {Promise<State>} */
export function fetchState(user) {
  return ask(user ? `/local/state?user=${user}` : "/local/state");
}

/**
 * A page of the history: `page` has limit, and before, after or around with an id; without them it is the newest.
 * @param {string} user
 * @param {string} channel
 * @param {PageOf} page
 * @returns {Promise<Message[]>}
 */
export function fetchMessages(user, channel, page) {
  return ask(`/local/messages?${new URLSearchParams(/** @type {any} */ ({ user, channel, ...page }))}`);
}

/** @param {string} user @param {string} channel @returns {Promise<Message[]>} */
export function fetchPins(user, channel) {
  return ask(`/local/pins?${new URLSearchParams({ user, channel })}`);
}

/** The first message of each day. @param {string} user @param {string} channel @returns {Promise<{ day: string, message: string }[]>} */
export function fetchDays(user, channel) {
  return ask(`/local/days?${new URLSearchParams({ user, channel })}`);
}

/** Does what a user does: sends a command, presses a button, sends a message. @param {Record<string, unknown>} action */
export function act(action) {
  return ask("/local/actions", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(action) });
}

/** What the table can do: its own controls, beside Discord. @returns {Promise<string[]>} */
export function fetchControls() {
  return ask("/table/controls");
}

/** @param {string} control @param {object} body */
export function useControl(control, body) {
  return ask(`/table/controls/${control}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/** @param {string} path @param {RequestInit} [request] */
async function ask(path, request) {
  let answer;
  let body;
  try {
    answer = await fetch(path, { cache: "no-store", ...request });
    body = await answer.json();
  } catch {
    throw new RequestError(answer ? t`The server failed (${answer.status}).` : UNREACHABLE);
  }
  if (!answer.ok) throw new RequestError(body.error ? told(body.error) : t`The server rejected the request (${answer.status}).`, answer.status);
  return body;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

/** The updates for one user, over a WebSocket that reconnects by itself. */
export class UpdateStream {
  /** @type {WebSocket} */
  socket;

  /**
   * `handlers` has opened(), closed(), forgotten() and update(object).
   * @param {string} user
   * @param {{opened(): void, closed(): void, forgotten(): void, update(update: Update): void}} handlers
   */
  constructor(user, handlers) {
    this.user = user;
    this.handlers = handlers;
    this.wait = FIRST_WAIT;
    this.ended = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/local/updates?user=${this.user}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.handlers.opened();
    };
    socket.onmessage = ({ data }) => this.handlers.update(JSON.parse(data));
    socket.onclose = () => this.onClose();
  }

  onClose() {
    this.handlers.closed();
    this.scheduleRetry();
  }

  scheduleRetry() {
    this.timer = setTimeout(() => this.retry(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Checks that the server is back and still knows the user before it opens the socket again. */
  async retry() {
    try {
      await fetchState(this.user);
      if (!this.ended) this.connect();
    } catch ({ status }) {
      if (this.ended) return;
      if (status) this.handlers.forgotten();
      else this.scheduleRetry();
    }
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket.onclose = null;
    this.socket.onopen = () => this.socket.close();
    this.socket.onmessage = null;
    this.socket.close();
  }
}
