// What is shown of a hand that is judged: what it loses, and the board beside the best one.
// @ts-check
import { counted, signed, unsigned } from "./app.js";
import { shownBoard } from "./cards.js";
import { html, nothing } from "./lit-html.js";

/** @param {any} verdict answer to "practice_verdict", with `end` and `again` @param {unknown} next what to do now */
export function verdictView({ own, best, same, loss, points, best_points, differs, end, again }, next) {
  const isMarked = !same && !own.surrenders && !best.surrenders;
  /** Cards in other rows than on the other board, if that matters. */
  const moved = (board, other) => board.rows.flatMap((cards, row) =>
    (isMarked && differs[row] ? cards.filter((card) => !other.rows[row].includes(card)) : []));
  const words = same ? "Same as the best board" : `Loss: ${unsigned(loss)} points`;
  return html`<h2 id="loss" tabindex="-1" class=${same && end !== "time" ? "good" : "bad"}>
      ${end === "time" ? "Time is up" : words}</h2>
    ${end === "time" ? html`<p>The hand was set for you. ${words}.</p>` : nothing}
    ${next}
    <div class="pair">
      ${boardView("Your board", points, own, moved(own, best))}${boardView("Best board", best_points, best, moved(best, own))}
    </div>
    <p class="note">Points on average against opponents who play well; a quick estimate of what they hold.
      ${isMarked ? "Cards with a frame are in different rows." : ""}</p>
    <p>${again}</p>`;
}

/** @param {string} title @param {number} points @param {any} board @param {string[]} marked */
const boardView = (title, points, { rows, words, foul, natural, surrenders }, marked) => html`<section>
  <h3>${title}<br>${signed(points)} points</h3>
  ${surrenders ? html`<p>surrender</p>` : shownBoard(rows, words, marked)}
  ${foul ? html`<p>Foul: ${foul}.</p>` : nothing}${natural ? html`<p>Natural: ${natural}.</p>` : nothing}
</section>`;

/** @param {any} answer to the question "practice_check" @param {boolean} isGoingOn whether a more precise one will follow */
export const checkView = ({ deals, loss, margin }, isGoingOn) => html`<p role="status">With
  ${counted(deals, "dealt hand")}, your board loses ${unsigned(loss, margin)} points.
  ${Math.abs(loss) <= margin ? "That is within the margin of error." : ""} ${isGoingOn ? "More…" : ""}</p>`;
