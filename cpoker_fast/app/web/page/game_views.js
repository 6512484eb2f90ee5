// What is shown of a game: boards, what is left to do, naturals, and payments.
// @ts-check
import { Question, counted, signed } from "./app.js";
import { shownBoard } from "./cards.js";
import { button, choice } from "./fields.js";
import { html, nothing } from "./lit-html.js";
import { listView, withMinus } from "./payments.js";

export const IF_BETTER = "if better";
const DECLARATIONS = new Map(/** @type {[string | boolean, string][]} */ ([
  [IF_BETTER, "if it pays more than the rows"], [true, "in any case"], [false, "no: compare the rows"],
]));

/** The total of a player, beside their name. @param {any} turn @param {number} seat */
export const totalView = ({ totals, are_chips: areChips }, seat) =>
  html` <span class="quiet">${areChips ? counted(totals[seat], "chip") : `total ${signed(totals[seat])}`}</span>`;

/** The board of a player, with its points if the deal is settled. @param {number} seat */
export function boardView(turn, seat) {
  const { name, rows, words, new: marked, note, hidden, points } = turn.boards[seat];
  const won = points === undefined ? "" : `: ${signed(points)}`;
  return html`<section class="panel"><h2>${name}${won}${totalView(turn, seat)}</h2>
    ${note ? html`<p>${note}</p>` : nothing}
    ${hidden ? html`<p class="quiet">${hidden}</p>` : shownBoard(rows, words, marked)}
  </section>`;
}

/** What is left to do, or why it should not be done. @param {number} missing @param {Question} laid */
export function laidView(cards, missing, laid) {
  const rest = cards.hand.length > cards.place ? " The rest of the hand is discarded." : "";
  const toDo = missing > 0 ? `Place ${counted(missing, "more card")}.${rest}`
    : missing < 0 ? `Only ${cards.place} may be placed: move ${counted(-missing, "card")} back to the hand.` : "";
  return html`<p role="status">${toDo}</p>
    ${laid.answer?.doubt ? html`<p class="error">${laid.answer.doubt}</p>` : nothing}${laid.errorView()}`;
}

/**
 * The natural of a hand, and the choice to declare it.
 * @param {any} natural @param {string | boolean} declare @param {(declare: string | boolean) => void} choose
 * @param {(rows: string[][]) => void} lay
 */
export const naturalView = ({ words, rows }, declare, choose, lay) => html`<p>Your hand makes a ${words}.
  ${choice("Declare it", [...DECLARATIONS.keys()], declare, choose, (value) => DECLARATIONS.get(value) ?? "")}
  ${button("Lay it", () => lay(rows))}</p>`;

/** Who pays whom, and why. @param {string[][]} payments paragraphs of lines */
export const paymentsView = (payments) => html`<section><h2>Payments</h2><div class="columns">
  ${payments.map(([head, ...lines]) => html`<div class="panel"><strong>${withMinus(head)}</strong>
    ${listView(lines)}</div>`)}</div></section>`;
