// A question to the person before something that cannot be reversed.
// @ts-check
import { update } from "./app.js";
import { html, nothing } from "./lit-html.js";

export class Confirmation {
  constructor() {
    /** @type {{text: string, yes: string, act: () => void} | null} */ this.asked = null;
  }

  get isAsked() {
    return this.asked !== null;
  }

  /** Ask; after a yes, act. @param {string} text @param {string} yes label of the button @param {() => void} act */
  ask(text, yes, act) {
    this.asked = { text, yes, act };
    update();
    setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector(".confirmation button"))?.focus());
  }

  clear() {
    this.asked = null;
    update();
  }

  view() {
    if (!this.asked) return nothing;
    const { text, yes, act } = this.asked;
    return html`<div class="confirmation" role="group" aria-label="Question"><p role="alert">${text}</p>
      <div class="buttons"><button @click=${() => this.clear()}>Go on</button>
        <button @click=${() => {
          this.clear();
          act();
        }}>${yes}</button></div></div>`;
  }
}
