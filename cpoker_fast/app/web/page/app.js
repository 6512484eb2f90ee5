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

/** Move the focus to an element, once the page is drawn. @param {string} selector @param {ParentNode} [parent] */
export function focusOn(selector, parent = document) {
  update();
  queueMicrotask(() => /** @type {HTMLElement | null} */ (parent.querySelector(selector))?.focus());
}

/** The last announcement. */
export const announcement = () => html`<p class="announcement" role="status" aria-live="polite">${announced}</p>`;

/**
 * A question of a use, and its latest answer.
 *
 * A new question replaces an older one that has no answer yet. The answer, or the error, stays until the next one arrives.
 */
export class Question {
  /** @type {any} */ answer = null;
  error = "";
  isAsked = false;
  number = 0;

  /** @param {string} what name of the question @param {string} [use] for `askEach`: the use that is shown then */
  constructor(what, use = "") {
    this.what = what;
    this.use = use;
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
    const asked = ask(this.what, args, this);
    const [answer, error] = await asked.then((answer) => [answer, ""], ({ message }) => [null, message]);
    if (number !== this.number) return null;
    this.end(answer, error);
    return answer;
  }

  /** @param {string} [error] */
  end(answer, error = "") {
    this.answer = answer;
    this.error = error;
    this.isAsked = false;
    update();
  }

  /**
   * Ask one thing after the other, up to an exact answer, and return whether all are answered. It waits while another use is
   * shown, whose questions then come first.
   * @param {object[]} questions
   * @param {(answer: any, index: number) => void} [answered] is called after each answer
   */
  async askEach(questions, answered) {
    let { number } = this;
    for (const [index, args] of questions.entries()) {
      while (!isShown(this.use)) await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
      if (number !== this.number) return false;
      const answer = await this.ask(args);
      if (!answer) return false;
      ({ number } = this);
      answered?.(answer, index);
      if (answer.exact) break;
    }
    return true;
  }

  /**
   * Ask over more and more deals, so that the page shows numbers while they sharpen.
   * @param {object} args
   * @param {number[]} deals
   * @param {(answer: any) => void} [answered] is called after each answer
   */
  sharpen(args, deals, answered) {
    return this.askEach(deals.map((size) => ({ ...args, deals: size })), answered);
  }

  /** Forget the question and its answer. */
  clear() {
    this.number++;
    this.end(null);
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

/** Keep a value in the browser. @param {string} name */
export function keep(name, value) {
  try {
    localStorage.setItem(`cpoker.${name}`, JSON.stringify(value));
  } catch {
    // Without storage, a reload begins anew.
  }
}

/** The use in the address; the first one, without a name. */
const shownUse = () => location.hash.split("?")[0].slice(1) || "calculator";

/** @param {string} use */
export const isShown = (use) => shownUse() === use;

/** What the address says after the name of the use: a link to a hand, say. */
export const linked = () => new URLSearchParams(location.hash.split("?")[1]);

/** Put a link to what a use shows into the address. @param {string} use @param {Record<string, string>} values */
export function link(use, values) {
  if (isShown(use)) history.replaceState(null, "", `#${use}?${new URLSearchParams(values)}`);
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
  const sign = Number(points.toFixed(digits)) > 0 ? "+" : "";
  return `${sign}${text}${margin === undefined ? "" : ` ±\u00a0${margin.toFixed(2)}`}`;
}

/** Points without a plus sign: a loss. @param {number} points @param {number} [margin] */
export const unsigned = (points, margin) => signed(points, margin).replace("+", "");

/** Whole numbers, both ends included. @param {number} first @param {number} last */
export const numbers = (first, last) => Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** A number with a noun. @param {number} number @param {string} noun */
export const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** @param {number} rate */
export const percent = (rate) => `${(100 * rate).toFixed(rate > 0 && rate < 0.1 ? 1 : 0)} %`;
