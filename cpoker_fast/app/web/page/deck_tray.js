// Cards of one or more players, which come from the deck.
// @ts-check
import { announce } from "./app.js";
import { deck, inWords, sorted } from "./cards.js";
import { choice } from "./fields.js";
import { html, nothing } from "./lit-html.js";
import { Tray } from "./tray.js";

/** Places in groups, such as those of each player. A click on a place chooses it for the next card of the deck. */
export class DeckTray extends Tray {
  /**
   * @param {() => void} moved is called after each change of the cards
   * @param {(seat: number) => unknown} [settings] what a person sets for a player, to show above the cards
   */
  constructor(moved, settings = () => nothing) {
    super(moved);
    this.settings = settings;
    /** @type {any[]} */ this.groups = [];
    /** Name of the place for the next card of the deck. */ this.chosen = "hand";
  }

  /** Show places, with cards by the name of a place. @param {any[]} groups @param {Record<string, string[]>} cards */
  show(groups, cards) {
    const { selected } = this;
    this.groups = groups;
    this.set(groups.flatMap((group) => group.places).map((place) => ({ ...place, cards: cards[place.name] })));
    this.selected = this.placeOf(selected) ? selected : "";
    if (!this.place(this.chosen)) this.chosen = this.places[0]?.name ?? "";
  }

  /** Cards by the name of their place. @returns {Record<string, string[]>} */
  contents() {
    return Object.fromEntries(this.places.filter(({ cards }) => cards.length).map(({ name, cards }) => [name, cards]));
  }

  /** A place in words, with its player. @param {{name: string, label: string}} place */
  nameOf(place) {
    const group = this.groups.find(({ places }) => places.some(({ name }) => name === place.name));
    return group.seat ? `${group.title.split(",")[0]}: ${place.label}` : place.label;
  }

  /** Choose the place for the next card. @param {string} name */
  choose(name) {
    this.chosen = name;
    announce(`The next card goes to ${this.nameOf(this.place(name))}.`);
  }

  /** Choose a place with room: from the chosen one on, then from the first one on. */
  chooseFree() {
    const later = [...this.places.slice(this.places.indexOf(this.place(this.chosen))), ...this.places];
    this.chosen = later.find(({ cards, room }) => cards.length < room)?.name ?? this.chosen;
  }

  /** Put a card of the deck into the chosen place; or give it back, and choose its place. @param {string} card */
  toggle(card) {
    const [from, to] = [this.placeOf(card), this.place(this.chosen)];
    if (!from && to.cards.length >= to.room) return announce(`${this.nameOf(to)} is full: choose another place.`);
    if (from) from.cards = from.cards.filter((other) => other !== card);
    else to.cards = sorted([...to.cards, card]);
    announce(`${inWords(card)} ${from ? "back to the deck" : `to ${this.nameOf(to)}`}`);
    if (from) this.chosen = from.name;
    else this.chooseFree();
    this.moved();
  }

  click(event) {
    const name = event.target.closest("[data-place]")?.dataset.place;
    if (!name || this.selected || event.target.closest("[data-card]")) return super.click(event);
    this.choose(name);
  }

  key(event) {
    const card = event.target.closest("[data-card]")?.dataset.card;
    if (card && ["Delete", "Backspace"].includes(event.key)) this.toggle(card);
    else super.key(event);
  }

  placesView() {
    return this.groups.map((group) => html`<section>
      <h2>${group.title} <span class="quiet">${group.note}</span></h2>
      ${group.seat === null ? nothing : this.settings(group.seat)}
      ${group.places.map(({ name }) => html`<div class=${name === this.chosen ? "chosen" : ""}
        >${this.placeView(this.place(name))}</div>`)}
      ${group.problem ? html`<p class="lacks">${group.problem}</p>` : nothing}
    </section>`);
  }

  /** The deck, and the choice of the place for its next card. @param {string[]} [taken] cards that are elsewhere */
  deckView(taken = []) {
    const chosen = this.places.flatMap(({ cards }) => cards);
    return html`${choice("The next card goes to", this.places.map(({ name }) => name), this.chosen,
      (name) => this.choose(name), (name) => this.nameOf(this.place(name)))}
      ${deck({ chosen, taken, isFull: this.isComplete, toggle: (card) => this.toggle(card) })}`;
  }
}
