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

  /**
   * Ask over more and more deals, so that the page shows numbers while they sharpen, up to an exact answer.
   * @param {object} args
   * @param {number[]} deals
   * @param {(answer: any) => void} answered is called after each answer
   */
  async sharpen(args, deals, answered) {
    for (const number of deals) {
      const answer = await this.ask({ ...args, deals: number });
      if (answer) answered(answer);
      if (!answer || answer.exact) return;
    }
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

/** What the address says after the name of the use: a link to a hand, say. */
export const linked = () => new URLSearchParams(location.hash.split("?")[1]);

/**
 * Put a link to what is shown into the address, while the use is shown.
 * @param {string} use
 * @param {Record<string, string>} values
 */
export function link(use, values) {
  if (!["", `#${use}`].includes(location.hash.split("?")[0])) return;
  history.replaceState(null, "", `#${use}?${new URLSearchParams(values)}`);
}

/** Copy text to the clipboard. @param {string} text @param {string} what was copied, such as "Board" */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied.`);
  } catch {
    announce(`The browser does not allow this page to copy: ${text}`);
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

/** A number with a noun. @param {number} number @param {string} noun */
export const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** @param {number} rate */
export const percent = (rate) => `${(100 * rate).toFixed(rate > 0 && rate < 0.1 ? 1 : 0)} %`;
