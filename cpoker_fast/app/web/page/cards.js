// Cards: their pictures and names, boards, and the whole deck to choose from.
// @ts-check
import { update } from "./app.js";
import { html } from "./lit-html.js";
import { CARDS } from "./package.js";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const SIGNS = "♠♥♦♣";
/** @type {Record<string, string>} */
const WORDS = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four",
  3: "three", 2: "two", s: "spades", h: "hearts", d: "diamonds", c: "clubs",
};

export const ROWS = ["front", "middle", "back"];
export const LABELS = ["Front", "Middle", "Back"];
/** @type {string[][]} */ export const NO_ROWS = [[], [], []];

const DECK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
/** Card of the deck at which the Tab key stops; arrows go on from there. */
let deckStop = "";

/** A card in words. @param {string} card */
export const inWords = (card) => `${WORDS[card[0]]} of ${WORDS[card[1]]}`;

/** Cards as short text, with the signs of suits. @param {string[]} cards */
export const inSigns = (cards) => cards.map((card) => card[0] + SIGNS[SUITS.indexOf(card[1])]).join(" ");

/** Cards from high to low. @param {Iterable<string>} cards */
export const sorted = (cards) => [...cards].sort((a, b) => order(a) - order(b));

/** @param {string} card */
const order = (card) => 4 * RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]);

/** @type {Map<string, unknown>} */
const pictures = new Map();

/** The picture of a card. Drawing the same card again in a place changes nothing there. @param {string} card */
export function picture(card) {
  if (!pictures.has(card)) pictures.set(card, html(Object.assign([CARDS[card]], { raw: [CARDS[card]] })));
  return pictures.get(card);
}

/** Cards that are only shown. @param {string[]} cards @param {string[]} [marked] those with a frame */
export const shownCards = (cards, marked = []) => html`<span class="cards" role="img"
  aria-label=${cards.map(inWords).join(", ") || "no cards"}>${cards.map((card) => html`<span
    class="card ${marked.includes(card) ? "marked" : ""}">${picture(card)}</span>`)}</span>`;

/** A board that is only shown. @param {string[][]} rows @param {string[]} [words] of each @param {string[]} [marked] */
export const shownBoard = (rows, words = [], marked = []) => html`<div class="board">
  ${rows.map((row, index) => html`<div class="row">${shownCards(row, marked)}
    ${words[index] ? html`<span class="words">${words[index]}</span>` : ""}</div>`)}
</div>`;

/**
 * The deck, in which cards are chosen.
 * @param {object} options
 * @param {Iterable<string>} options.chosen cards that are chosen
 * @param {Iterable<string>} [options.taken] cards that are elsewhere, and cannot be chosen
 * @param {boolean} [options.isFull] whether no further card can be chosen
 * @param {(card: string) => void} options.toggle is called with a card to choose, or to give back
 */
export function deck({ chosen, taken = [], isFull = false, toggle }) {
  const [own, other] = [new Set(chosen), new Set(taken)];
  const isOff = (/** @type {string} */ card) => other.has(card) || (isFull && !own.has(card));
  const stop = DECK.find((card) => card === deckStop && !isOff(card)) ?? DECK.find((card) => !isOff(card));
  const cardOf = (event) => event.target.closest("[data-card]")?.dataset.card;
  const act = (event) => cardOf(event) && toggle(cardOf(event));
  const stopHere = (event) => {
    deckStop = cardOf(event) ?? deckStop;
    update();
  };
  const walk = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -RANKS.length, ArrowDown: RANKS.length }[event.key] ?? 0;
    let at = DECK.indexOf(cardOf(event)) + step;
    while (step && DECK[at] && isOff(DECK[at])) at += step;
    if (!step || !DECK[at]) return;
    event.preventDefault();
    event.currentTarget.querySelector(`[data-card="${DECK[at]}"]`).focus();
  };
  return html`<div class="deck" role="group" aria-label="Deck" @click=${act} @focusin=${stopHere} @keydown=${walk}>
    ${DECK.map((card) => html`<button class="card" data-card=${card} aria-label=${inWords(card)} aria-pressed=${own.has(card)}
      tabindex=${card === stop ? 0 : -1} ?disabled=${isOff(card)}>${picture(card)}</button>`)}</div>`;
}

/** A board as text, which the package reads. @param {string[][]} rows @param {string[]} [discards] */
export const boardText = (rows, discards = []) =>
  rows.map((row) => row.join(" ")).join(" / ") + (discards.length ? ` discards ${discards.join(" ")}` : "");

/** Random cards. @param {number} number */
export const randomCards = (number) =>
  DECK.map((card) => ({ card, at: Math.random() })).sort((a, b) => a.at - b.at).slice(0, number).map(({ card }) => card);
