/** Where the reader is in the messages: at their end, or at rows that stay where they are while others come and go. */

/** @typedef {Map<string, { element: HTMLElement }>} Rows */

const NEAR_THE_END = 48;

export class Place {
  /** The rows in sight, from above, with their distance from the top of the log. @type {[string, number][]} */
  seen = [];

  /** @param {HTMLElement} log */
  constructor(log) {
    this.log = log;
    this.following = true;
    this.top = 0;
  }

  /** The pixels above what is in sight, and below it. */
  get above() {
    return this.log.scrollTop;
  }

  get below() {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    return scrollHeight - scrollTop - clientHeight;
  }

  get height() {
    return this.log.clientHeight;
  }

  /**
   * Which way the reader has scrolled: -1 is up. Only the reader leaves the end; new messages do not.
   * @param {boolean} isWholeEnd
   */
  scrolled(isWholeEnd) {
    const way = Math.sign(this.log.scrollTop - this.top);
    this.top = this.log.scrollTop;
    if (this.below < NEAR_THE_END) this.following = isWholeEnd;
    else if (way < 0) this.following = false;
    return way;
  }

  /**
   * Notes the rows in sight. `rows` are {element} by id, in their order. Whoever has all of the end in sight follows it.
   * @param {Rows} rows
   * @param {boolean} isWholeEnd
   */
  note(rows, isWholeEnd = false) {
    if (isWholeEnd && rows.size && this.below < NEAR_THE_END) this.following = true;
    const { top, bottom } = this.log.getBoundingClientRect();
    this.seen = [];
    for (const [id, { element }] of rows) {
      const box = element.getBoundingClientRect();
      if (box.top >= bottom) break;
      if (box.bottom > top) this.seen.push([id, box.top - top]);
    }
  }

  /** Brings the first noted row that is still there back to its distance, or the end to the bottom. @param {Rows} rows */
  keep(rows) {
    if (this.following) this.toEnd();
    const { top } = this.log.getBoundingClientRect();
    const [id = "", distance = 0] = (!this.following && this.seen.find(([one]) => rows.has(one))) || [];
    const row = rows.get(id)?.element;
    if (row) this.log.scrollTop += row.getBoundingClientRect().top - top - distance;
    this.top = this.log.scrollTop;
  }

  toEnd() {
    this.following = true;
    this.log.scrollTop = this.log.scrollHeight;
    this.top = this.log.scrollTop;
  }
}
