// What the uses of the page share: drawing, questions to the engine, and what is kept in the browser.
// @ts-check
import { ask } from "./engine.js";
import { html, nothing } from "./lit-html.js";

let draw = () => {};
let isDue = false;

/** Set the function that draws the page. @param {() => void} drawPage */
export function drawBy(drawPage) {
  draw = drawPage;
  update();
}

/** Draw the page again, once, after the current event. */
export function update() {
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    draw();
  });
}

let announced = "";

/** Tell a screen reader, and show at the bottom of the page, what has happened. @param {string} text */
export function announce(text) {
  announced = text;
  update();
}

/** The last announcement. */
export const announcement = () => html`<p class="announcement" role="status" aria-live="polite">${announced}</p>`;

/**
 * A question of a use, and its latest answer.
 *
 * A new question replaces an older one that has no answer yet. The answer, or the error, stays until the next one arrives.
 */
export class Question {
  /** @param {string} what name of the question */
  constructor(what) {
    this.what = what;
    /** @type {any} */ this.answer = null;
    this.error = "";
    this.isAsked = false;
    this.number = 0;
  }

  /**
   * Ask, and return the answer; null if it is an error, or a newer question was asked meanwhile.
   * @param {object} args
   * @returns {Promise<any>}
   */
  async ask(args) {
    const number = ++this.number;
    this.isAsked = true;
    update();
    try {
      const answer = await ask(this.what, args, this);
      if (number !== this.number) return null;
      this.answer = answer;
      this.error = "";
    } catch (error) {
      if (number !== this.number) return null;
      this.answer = null;
      this.error = error instanceof Error ? error.message : String(error);
    }
    this.isAsked = false;
    update();
    return this.answer;
  }

  /** Forget the question and its answer. */
  clear() {
    this.number++;
    this.answer = null;
    this.error = "";
    this.isAsked = false;
    update();
  }

  /** The error, if there is one. */
  errorView() {
    return this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing;
  }
}

/** Return what the browser has kept under a name. @template T @param {string} name @param {T} otherwise @returns {T} */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(`cpoker.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise; // without storage, or written by another version
  }
}

/** Keep a value in the browser. @param {string} name @param {any} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`cpoker.${name}`, JSON.stringify(value));
  } catch {
    // Without storage, a reload begins anew.
  }
}

/** Let the person save a file. @param {string} name @param {string} text @param {string} type */
export function saveFile(name, text, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Points with a sign, and a margin if there is one. @param {number} points @param {number} [margin] */
export function signed(points, margin) {
  const digits = Number.isInteger(points) && margin === undefined ? 0 : 2;
  const text = Math.abs(points) < 0.5 * 10 ** -digits ? (0).toFixed(digits) : points.toFixed(digits).replace("-", "−");
  return `${Number(points.toFixed(digits)) > 0 ? "+" : ""}${text}${margin === undefined ? "" : ` ± ${margin.toFixed(2)}`}`;
}
