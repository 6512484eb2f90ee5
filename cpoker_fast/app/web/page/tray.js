// Cards that a person lays into places, such as the rows of a board: by dragging, tapping, or the keyboard.
// @ts-check
import { announce, focusOn, update } from "./app.js";
import { LABELS, NO_ROWS, ROWS, inWords, picture, sorted } from "./cards.js";
import { html, nothing } from "./lit-html.js";

/**
 * @typedef {object} Place
 * @property {string} name such as "front"
 * @property {string} label such as "Front"
 * @property {number} room most cards that it holds
 * @property {string[]} fixed cards that cannot be moved
 * @property {string[]} cards cards that can be moved, from high to low
 * @property {string} words said about it, such as what the row is
 */

const LEAST_DRAG = 6; // pixels: less is a tap
/** Key that moves a card, by place. @type {Record<string, string>} */
const KEYS = { f: "front", m: "middle", b: "back", d: "discards", h: "hand" };

/** Cards in places. */
export class Tray {
  /** @param {() => void} moved is called after each move of a person */
  constructor(moved) {
    this.moved = moved;
    /** @type {Place[]} */ this.places = [];
    this.selected = "";
    /** @type {{card: string, x: number, y: number, isMoving: boolean, button: HTMLElement} | null} */ this.drag = null;
    /** @type {HTMLElement | undefined} */ this.target = undefined;
    this.isLocked = false;
  }

  /** Set all places. @param {{name: string, label: string, room: number, fixed?: string[], cards?: string[]}[]} places */
  set(places) {
    this.places = places.map(({ cards = [], ...place }) => ({ fixed: [], ...place, cards: sorted(cards), words: "" }));
    this.selected = "";
    update();
  }

  /** Return a place. @param {string} name @returns {Place} */
  place(name) {
    return /** @type {Place} */ (this.places.find((place) => place.name === name));
  }

  /** Cards that can be moved, and are in a place. @param {string} name */
  cards(name) {
    return this.place(name).cards;
  }

  /** The cards in each row that can be moved. */
  get rows() {
    return ROWS.map((row) => this.cards(row));
  }

  /** Names of the rows that are not full. */
  get openRows() {
    return ROWS.filter((row) => freeRoom(this.place(row)) > 0);
  }

  /** Whether each place except the hand is full. */
  get isComplete() {
    return this.places.every((place) => place.name === "hand" || freeRoom(place) === 0);
  }

  /** Lay movable cards into rows; the rest goes to the hand. @param {string[][]} rows @param {string[]} [discards] */
  layRows([front, middle, back], discards = []) {
    const laid = new Set([front, middle, back, discards].flat());
    const hand = this.places.flatMap(({ cards }) => cards).filter((card) => !laid.has(card));
    /** @type {Record<string, string[]>} */ const contents = { front, middle, back, discards, hand };
    for (const place of this.places) place.cards = sorted(contents[place.name]);
    this.selected = "";
    update();
  }

  /** Say what the rows are. @param {string[]} [words] of front, middle and back */
  describe(words = []) {
    ROWS.forEach((row, index) => (this.place(row).words = words[index] ?? ""));
    update();
  }

  /** @param {string} card */
  placeOf(card) {
    return /** @type {Place} */ (this.places.find((place) => place.cards.includes(card)));
  }

  /** Move a card to a place. @param {string} card @param {string} name @param {string} [other] card to exchange, if full */
  move(card, name, other) {
    const [from, to] = [this.placeOf(card), this.place(name)];
    this.selected = "";
    if (!to || from === to || this.isLocked) return update();
    const isFull = freeRoom(to) <= 0;
    const back = to.cards.filter((c) => isFull && c === other);
    if (isFull && !back.length) return announce(`${to.label} is full: drop the card on the card that it replaces.`);
    from.cards = sorted([...from.cards.filter((c) => c !== card), ...back]);
    to.cards = sorted([...to.cards.filter((c) => !back.includes(c)), card]);
    const exchanged = back.map((c) => `, ${inWords(c)} to ${from.label.toLowerCase()}`).join("");
    announce(`${inWords(card)} to ${to.label.toLowerCase()}${exchanged}`);
    this.moved();
  }

  // ---- events ----

  press(event) {
    const button = event.target.closest("button[data-card]");
    if (!button || event.button || this.isLocked) return;
    this.drag = { card: button.dataset.card, x: event.clientX, y: event.clientY, isMoving: false, button };
    button.setPointerCapture(event.pointerId);
  }

  pull(event) {
    if (!this.drag) return;
    const [dx, dy] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
    if (!this.drag.isMoving && Math.hypot(dx, dy) < LEAST_DRAG) return;
    this.drag.isMoving = true;
    this.drag.button.classList.add("dragged");
    this.drag.button.style.translate = `${dx}px ${dy}px`;
    const over = elementBelow(event, "[data-place]");
    if (over !== this.target) {
      this.target?.classList.remove("target");
      over?.classList.add("target");
      this.target = over;
    }
  }

  /** @param {PointerEvent} event @param {boolean} isDropped */
  release(event, isDropped) {
    const drag = this.drag;
    this.drag = null;
    this.target?.classList.remove("target");
    this.target = undefined;
    if (!drag?.isMoving) return;
    const place = elementBelow(event, "[data-place]")?.dataset.place;
    const other = elementBelow(event, "button[data-card]:not(.dragged)")?.dataset.card;
    drag.button.classList.remove("dragged");
    drag.button.style.translate = "";
    drag.button.addEventListener("click", stop, { once: true, capture: true }); // the click after the drag
    setTimeout(() => drag.button.removeEventListener("click", stop, { capture: true }));
    if (isDropped && place) this.move(drag.card, place, other);
  }

  click(event) {
    const card = event.target.closest("button[data-card]")?.dataset.card;
    const place = event.target.closest("[data-place]")?.dataset.place;
    if (this.isLocked || !place) return;
    if (!this.selected) this.selected = card ?? "";
    else if (card === this.selected) this.selected = "";
    else if (card && this.placeOf(card) === this.placeOf(this.selected)) this.selected = card;
    else return this.moveAndFocus(this.selected, place, card, event.currentTarget);
    update();
  }

  key(event) {
    const button = event.target.closest("button");
    const name = KEYS[event.key];
    if (name && button?.dataset.card && this.place(name) && !this.isLocked && !event.ctrlKey && !event.metaKey) {
      const { card } = button.dataset;
      const { cards } = this.placeOf(card);
      const next = this.placeOf(card).name === "hand" ? cards[cards.indexOf(card) + 1] : "";
      this.moveAndFocus(card, name, undefined, event.currentTarget, next);
    } else if (event.key === "Escape") {
      this.selected = "";
      update();
    } else if (button && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
      const buttons = [...event.currentTarget.querySelectorAll(this.selected ? "button" : "button[data-card]")];
      buttons[buttons.indexOf(button) + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
      event.preventDefault();
    }
  }

  /**
   * @param {string} card
   * @param {string} name
   * @param {string | undefined} other
   * @param {HTMLElement} view
   * @param {string} [next] card that gets the focus; by default, the moved one
   */
  moveAndFocus(card, name, other, view, next = "") {
    this.move(card, name, other);
    focusOn(`[data-card="${next || card}"]`, view);
  }

  // ---- view ----

  view() {
    return html`<div class="tray" @click=${(event) => this.click(event)} @keydown=${(event) => this.key(event)}
      @pointerdown=${(event) => this.press(event)} @pointermove=${(event) => this.pull(event)}
      @pointerup=${(event) => this.release(event, true)} @pointercancel=${(event) => this.release(event, false)}
    >${this.placesView()}</div>`;
  }

  /** How cards are moved, in words. */
  get manual() {
    const [last, ...keys] = Object.keys(KEYS).filter((key) => this.place(KEYS[key])).reverse();
    const others = keys.reverse().join(", ").toUpperCase();
    return `Drag cards, or tap a card and then its place, or press ${others} or ${last.toUpperCase()} on a card.`;
  }

  /** @returns {unknown} */
  placesView() {
    return this.places.map((place) => this.placeView(place));
  }

  /** @param {Place} place */
  placeView(place) {
    const free = Math.max(0, freeRoom(place));
    return html`<div class="place ${place.name}" data-place=${place.name} role="group"
      aria-label="${place.label}, ${place.words || `${place.fixed.length + place.cards.length} cards`}">
      <span class="label" aria-hidden="true">${place.label}${place.words ? `: ${place.words}` : ""}</span>
      <div class="cards">
        ${place.fixed.map((card) => html`<span class="card fixed" role="img" aria-label=${inWords(card)}
          >${picture(card)}</span>`)}
        ${place.cards.map((card) => html`<button class="card" data-card=${card} aria-label=${inWords(card)}
          aria-pressed=${card === this.selected}>${picture(card)}</button>`)}
        ${place.name === "hand" ? nothing : Array.from({ length: free }, () => html`<button class="card free"
          aria-label="free place in ${place.label.toLowerCase()}" tabindex=${this.selected ? 0 : -1}></button>`)}
      </div>
    </div>`;
  }
}

/** @param {Place} place */
const freeRoom = (place) => place.room - place.fixed.length - place.cards.length;

/** @param {PointerEvent} event @param {string} selector @returns {HTMLElement | undefined} */
const elementBelow = ({ clientX, clientY }, selector) => /** @type {any} */ (
  document.elementsFromPoint(clientX, clientY).map((element) => element.closest(selector)).find(Boolean));

/** @param {Event} event */
const stop = (event) => event.stopPropagation();

/** Places of a board of 13 cards. @param {string[][]} [fixed] cards that are placed already, by row */
export const rowPlaces = (fixed = NO_ROWS) =>
  ROWS.map((name, row) => ({ name, label: LABELS[row], room: row ? 5 : 3, fixed: fixed[row] }));

/** The place of a hand that is laid. @param {string[]} cards */
export const handPlace = (cards) => ({ name: "hand", label: "Hand", room: cards.length, cards });
