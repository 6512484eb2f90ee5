// A clock of the time that a person spends on a hand, with a limit or without.
// @ts-check
import { announce, isShown, keep, kept, update } from "./app.js";
import { html } from "./lit-html.js";

const LAST_SECONDS = 10;

/** A clock, kept in the browser. */
export class Clock {
  last = 0;

  /**
   * @param {string} use name of the use: the clock stands still while another one is shown, or the page is hidden
   * @param {() => boolean} isRunning whether there is a hand to set
   * @param {() => void} timeUp is called each second after the limit
   */
  constructor(use, isRunning, timeUp) {
    this.use = use;
    this.isRunning = isRunning;
    this.timeUp = timeUp;
    this.seconds = kept(`${use}.seconds`, 0);
    /** Seconds per hand; 0 for no limit. */ this.limit = kept(`${use}.limit`, 0);
  }

  /** Start, when the use is shown. */
  start() {
    if (!this.last) setInterval(() => this.tick(), 1000);
    this.last = performance.now();
  }

  /** Begin anew, with a new hand. */
  reset() {
    this.seconds = 0;
    keep(`${this.use}.seconds`, 0);
  }

  /** @param {number} limit */
  setLimit(limit) {
    this.limit = limit;
    keep(`${this.use}.limit`, limit);
    update();
  }

  tick() {
    const passed = Math.min(performance.now() - this.last, 2000) / 1000;
    this.last = performance.now();
    if (document.hidden || !isShown(this.use) || !this.isRunning()) return;
    const before = this.left;
    this.seconds += passed;
    keep(`${this.use}.seconds`, this.seconds);
    if (this.limit && before > LAST_SECONDS && this.left <= LAST_SECONDS) announce(`${LAST_SECONDS} seconds left.`);
    if (this.limit && !this.left) this.timeUp();
    update();
  }

  get left() {
    return Math.max(0, this.limit - this.seconds);
  }

  view() {
    const isShort = this.limit && this.left <= LAST_SECONDS;
    const text = this.limit ? `${Math.ceil(this.left)} s left` : `${Math.floor(this.seconds)} s`;
    return html`<span class="clock ${isShort ? "bad" : ""}" role="timer">${text}</span>`;
  }
}
