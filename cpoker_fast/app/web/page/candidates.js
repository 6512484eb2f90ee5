// Candidates, which are placements with their points: as a table, and their numbers as text.
// @ts-check
import { percent, signed, unsigned } from "./app.js";
import { inSigns } from "./cards.js";
import { html, nothing } from "./lit-html.js";

const CHANCES = ["Front", "Middle", "Back", "Scoops", "Scooped", "Is best"];

/** Points with their margin. */
export const valued = ({ points, margin, is_estimate: isEstimate }) =>
  `${isEstimate ? "about " : ""}${signed(points, margin || undefined)}`;

/** Points lost against the best candidate. */
export const lost = ({ behind, behind_margin: margin, is_estimate: isEstimate }) =>
  `${isEstimate ? "about " : ""}${unsigned(Math.max(0, behind), margin >= 0.005 ? margin : undefined)}`;

/** Chances in the table; for a natural and a surrender, no rows are compared. */
const chancesOf = ({ rows, natural, chances: { won, scoops, scooped, best } }) => [
  ...[...won, scoops, scooped].map((rate) => (rows && !natural ? percent(rate) : "–")),
  percent(best),
];

/**
 * The table of candidates, with a note.
 * @param {any[]} candidates
 * @param {string} note
 * @param {(candidate: any) => void} lay is called with the candidate that is pressed
 */
export function candidateTable(candidates, note, lay) {
  const hasChances = Boolean(candidates[0].chances);
  const figures = (candidate) => [valued(candidate), lost(candidate), ...(hasChances ? chancesOf(candidate) : [])];
  return html`<div class="wide" tabindex="0" role="region" aria-label="Table of candidates"><table>
    <thead><tr>
      <th scope="col">Cards</th>
      ${["Points", "Loses", ...(hasChances ? CHANCES : [])].map((name) => html`<th scope="col" class="number">${name}</th>`)}
    </tr></thead>
    <tbody>${candidates.map((candidate) => html`<tr>
      <th scope="row">${nameView(candidate, lay)}</th>
      ${figures(candidate).map((text) => html`<td class="number">${text}</td>`)}
    </tr>`)}</tbody>
  </table></div>
  <p class="note">${note} Press cards to lay them.</p>`;
}

/** @param {(candidate: any) => void} lay */
function nameView(candidate, lay) {
  const { rows, natural, is_own: isOwn } = candidate;
  if (!rows) return "surrender";
  return html`${isOwn ? html`<div>yours</div>` : nothing}${natural ? html`<div>declare ${natural}</div>` : nothing}
    <button class="lines" title="Lay these cards" @click=${() => lay(candidate)}>${rows.map(
      (/** @type {string[]} */ row) => html`<span>${inSigns(row) || "–"}</span>`)}</button>`;
}
