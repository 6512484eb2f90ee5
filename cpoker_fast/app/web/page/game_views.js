// What is shown of a game: boards, payments, and the comparison of placements.
// @ts-check
import { Question, signed } from "./app.js";
import { shownBoard } from "./cards.js";
import { html, nothing } from "./lit-html.js";

export const IF_BETTER = "if better";
/** @type {[string | boolean, string][]} */
const DECLARATIONS = [[IF_BETTER, "if it pays more than the rows"], [true, "in any case"], [false, "no: compare the rows"]];
const ROWS = ["Front", "Middle", "Back"];

/** @param {number} number @param {string} noun */
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** The total of a player, beside their name. @param {any} turn @param {number} seat */
export const totalView = ({ totals, are_chips: areChips }, seat) =>
  html` <span class="quiet">${areChips ? counted(totals[seat], "chip") : `total ${signed(totals[seat])}`}</span>`;

/** The board of a player, with its points if the deal is settled. @param {any} turn @param {number} seat */
export function boardView(turn, seat) {
  const { name, rows, words, new: marked, note, hidden, points } = turn.boards[seat];
  const won = points === undefined ? "" : `: ${signed(points)}`;
  return html`<section class="panel"><h2>${name}${won}${totalView(turn, seat)}</h2>
    ${note ? html`<p>${note}</p>` : nothing}
    ${hidden ? html`<p class="quiet">${hidden}</p>` : shownBoard(rows, words, marked)}
  </section>`;
}

/**
 * What remains to do, and the rows in words, or why they should not be placed.
 * @param {any} cards of the person @param {number} missing @param {Question} laid
 */
export function laidView(cards, missing, laid) {
  const { words = [], doubt = "" } = laid.answer ?? {};
  const rest = cards.hand.length > cards.place ? " The rest of the hand is discarded." : "";
  const toDo = missing > 0 ? `Place ${counted(missing, "more card")}.${rest}`
    : missing < 0 ? `Only ${cards.place} may be placed: move ${counted(-missing, "card")} back to the hand.` : "";
  return html`<p role="status">${toDo}</p>
    ${words.map((/** @type {string} */ row, /** @type {number} */ index) =>
      row ? html`<p class="quiet">${ROWS[index]}: ${row}</p>` : nothing)}
    ${doubt ? html`<p class="error">${doubt}</p>` : nothing}${laid.errorView()}`;
}

/**
 * The natural of a hand, and the choice to declare it.
 * @param {any} natural @param {string | boolean} declare @param {(declare: string | boolean) => void} choose
 * @param {(rows: string[][]) => void} lay
 */
export const naturalView = ({ words, rows }, declare, choose, lay) => html`<p>Your hand makes a ${words}.
  <label class="field">Declare it
    <select @change=${(/** @type {any} */ event) => choose(DECLARATIONS[event.target.selectedIndex][0])}>
      ${DECLARATIONS.map(([value, text]) => html`<option ?selected=${value === declare}>${text}</option>`)}</select></label>
  <button @click=${() => lay(rows)}>Lay it</button></p>`;

/** Who pays whom, and why. @param {string[][]} payments paragraphs of lines */
export const paymentsView = (payments) => html`<section><h2>Payments</h2><div class="columns">
  ${payments.map(([head, ...lines]) => html`<div class="panel"><strong>${withMinus(head)}</strong>
    <ul>${lines.map((line) => html`<li>${withMinus(line)}</li>`)}</ul></div>`)}</div></section>`;

/** @param {string} line */
const withMinus = (line) => line.replace(/ -(?=\d)/g, " −");
