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
 * @param {(candidate: any) => void} press is called with the candidate that is pressed
 * @param {any} [shown] candidate that is shown elsewhere
 */
export function candidateTable(candidates, note, press, shown) {
  const hasChances = Boolean(candidates[0].chances);
  const figures = (candidate) => [valued(candidate), lost(candidate), ...(hasChances ? chancesOf(candidate) : [])];
  return html`<table class=${hasChances ? "many" : ""}>
    <thead><tr>
      <th scope="col">Cards</th>
      ${["Points", "Loses", ...(hasChances ? CHANCES : [])].map((name) => html`<th scope="col" class="number">${name}</th>`)}
    </tr></thead>
    <tbody>${candidates.map((candidate) => html`<tr>
      <th scope="row">${nameView(candidate, press, shown ? candidate === shown : nothing)}</th>
      ${figures(candidate).map((text) => html`<td class="number">${text}</td>`)}
    </tr>`)}</tbody>
  </table>
  <p class="note">${note}</p>`;
}

/** Cards of a row, which stay on one line. @param {string[]} cards */
const together = (cards) => inSigns(cards).replaceAll(" ", "\u00a0") || "–";

/** @param {(candidate: any) => void} press @param {unknown} isShown */
function nameView(candidate, press, isShown) {
  const { rows, natural, discards, remark, is_own: isOwn } = candidate;
  const special = [isOwn && "yours", natural && `declare ${natural}`, remark].filter(Boolean).join("; ");
  if (!rows) return "surrender";
  return html`${special ? html`<div>${special}</div>` : nothing}
    <button class="lines" aria-pressed=${isShown} @click=${() => press(candidate)}
      >${rows.map(together).join(" / ")}${discards?.length ? ` discards\u00a0${together(discards)}` : ""}</button>`;
}
