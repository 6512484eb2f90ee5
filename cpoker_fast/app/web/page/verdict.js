// What is shown of a hand that is judged: what it loses, and the board beside the best one.
// @ts-check
import { counted, signed, unsigned } from "./app.js";
import { LABELS, shownCards } from "./cards.js";
import { html, nothing } from "./lit-html.js";

/** @param {any} verdict answer to "practice_verdict", with `end` and `again` @param {unknown} next what to do now */
export function verdictView({ own, best, same, loss, points, best_points, differs, end, again }, next) {
  const isMarked = !same && !own.surrenders && !best.surrenders;
  /** @param {string[]} cards @param {string[]} others */
  const markedIn = (cards, others) => (isMarked ? cards.filter((card) => !others.includes(card)) : []);
  const hasRemarks = own.foul || best.foul || own.natural || best.natural;
  const words = same ? "Same as the best board" : `Loss: ${unsigned(loss)} points`;
  return html`<h2 id="loss" tabindex="-1" class=${same && end !== "time" ? "good" : "bad"}>
      ${end === "time" ? "Time is up" : words}</h2>
    ${end === "time" ? html`<p>The hand was set for you. ${words}.</p>` : nothing}
    ${next}
    <div class="wide"><table class="compared">
      <thead><tr><td></td><th scope="col">Your board<br>${signed(points)} points</th>
        <th scope="col">Best board<br>${signed(best_points)} points</th></tr></thead>
      <tbody>${LABELS.map((label, row) => html`<tr>
          <th scope="row">${label}<br><span class="quiet">${differs[row] ? "differs" : "same"}</span></th>
          ${[[own, best], [best, own]].map(([board, other]) => html`<td>${board.surrenders ? "surrender" : html`
            ${shownCards(board.rows[row], differs[row] ? markedIn(board.rows[row], other.rows[row]) : [])}
            <span class="words">${board.words[row]}</span>`}</td>`)}</tr>`)}
        ${hasRemarks ? html`<tr><td></td>${[own, best].map(({ foul, natural }) => html`<td>
          ${foul ? `Foul: ${foul}. ` : ""}${natural ? `Natural: ${natural}.` : ""}</td>`)}</tr>` : nothing}
      </tbody></table></div>
    <p class="note">Points on average against opponents who play well; a quick estimate of what they hold.
      ${isMarked ? "Cards with a frame are in different rows." : ""}</p>
    <p>${again}</p>`;
}

/** @param {any} answer to the question "practice_check" @param {boolean} isGoingOn whether a more precise one will follow */
export const checkView = ({ deals, loss, margin }, isGoingOn) => html`<p role="status">With
  ${counted(deals, "dealt hand")}, your board loses ${unsigned(loss, margin)} points.
  ${Math.abs(loss) <= margin ? "That is within the margin of error." : ""} ${isGoingOn ? "More…" : ""}</p>`;
