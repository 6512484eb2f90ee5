// Candidates, which are boards with their points: as a table, and their numbers as text.
// @ts-check
import { percent, signed } from "./app.js";
import { inSigns } from "./cards.js";
import { html, nothing } from "./lit-html.js";

/** Points with their margin. @param {any} candidate */
export const valued = ({ points, margin }) => signed(points, margin || undefined);

/** Points lost against the best board. @param {any} candidate */
export const lost = ({ behind, behind_margin: margin }) =>
  Math.max(0, behind).toFixed(2) + (margin >= 0.005 ? ` ± ${margin.toFixed(2)}` : "");

/** Chances in the table; for a natural and a surrender, no rows are compared. @param {any} candidate */
const chancesOf = ({ rows, natural, chances: { won, scoops, scooped, best } }) => [
  ...[...won, scoops, scooped].map((rate) => (rows && !natural ? percent(rate) : "–")),
  percent(best),
];

/**
 * The table of the candidates in an answer to "best_boards".
 * @param {any} answer
 * @param {(board: {rows: string[][], discards: string[]}) => void} choose is called with a board that is pressed
 */
export function candidateTable({ candidates, number }, choose) {
  const heads = ["Points", "Loses", "Front", "Middle", "Back", "Scoops", "Scooped", "Is best"];
  return html`<div class="wide" tabindex="0" role="region" aria-label="Table of candidates"><table>
      <thead><tr>
        <th scope="col">Board</th>${heads.map((name) => html`<th scope="col" class="number">${name}</th>`)}
      </tr></thead>
      <tbody>${candidates.map((/** @type {any} */ candidate) => html`<tr>
        <th scope="row">${nameOf(candidate, choose)}</th>
        ${[valued(candidate), lost(candidate), ...chancesOf(candidate)].map((text) => html`<td class="number">${text}</td>`)}
      </tr>`)}</tbody>
    </table></div>
    <p class="note">Front, middle, back: how often the row wins. ${number > candidates.length
      ? `${candidates.length} of ${number} candidates. ` : ""}Press a board to lay it.</p>`;
}

/** @param {any} candidate @param {(board: {rows: string[][], discards: string[]}) => void} choose */
function nameOf({ rows, discards, natural }, choose) {
  if (!rows) return "surrender";
  return html`${natural ? html`<div>declare ${natural}</div>` : nothing}
    <button class="lines" title="Lay this board" @click=${() => choose({ rows, discards })}>${rows.map(
      (/** @type {string[]} */ row) => html`<span>${inSigns(row)}</span>`)}</button>`;
}
