/** The human side of the local table: what the page asks of its server. */

/** Something that the table would not do; the message is a sentence for the person. */
export class Refused extends Error {
  constructor(sentence, status = 0) {
    super(sentence);
    this.status = status;
  }
}

const UNREACHABLE = "The table's server does not answer.";

export function fetchWorld(user) {
  return ask(user ? `/local/state?user=${user}` : "/table/world");
}

export function fetchMessages(user, channel) {
  return ask(`/local/messages?user=${user}&channel=${channel}`);
}

/** Does what a person does: a command, a press, a word said. */
export function act(deed) {
  return ask("/local/actions", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(deed) });
}

async function ask(path, request) {
  let answer;
  let body;
  try {
    answer = await fetch(path, { cache: "no-store", ...request });
    body = await answer.json();
  } catch {
    throw new Refused(answer ? `The table's server failed (${answer.status}).` : UNREACHABLE);
  }
  if (!answer.ok) throw new Refused(body.error ?? `The table's server refused (${answer.status}).`, answer.status);
  return body;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

/** The table's events for one user, over a WebSocket that comes back by itself. */
export class EventStream {
  /** `heard` has opened(), closed(), forgotten() and event(object). */
  constructor(user, heard) {
    this.user = user;
    this.heard = heard;
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
      this.heard.opened();
    };
    socket.onmessage = ({ data }) => this.heard.event(JSON.parse(data));
    socket.onclose = () => this.lost();
  }

  lost() {
    this.heard.closed();
    this.later();
  }

  later() {
    this.timer = setTimeout(() => this.knock(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Looks whether the table is back, and still knows the user, before the socket is opened again. */
  async knock() {
    try {
      await fetchWorld(this.user);
      if (!this.ended) this.connect();
    } catch ({ status }) {
      if (this.ended) return;
      if (status) this.heard.forgotten();
      else this.later();
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
