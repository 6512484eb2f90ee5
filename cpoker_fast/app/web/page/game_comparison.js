// The comparison of placements at a turn, by more and more samples.
// @ts-check
import { Question, signed } from "./app.js";
import { shownCards } from "./cards.js";
import { html, nothing } from "./lit-html.js";

const SAMPLES = [200, 1000, 5000];

export class GameComparison {
  /** @param {(rows: string[][]) => void} lay is called with the rows of a placement that should be laid */
  constructor(lay) {
    this.lay = lay;
    this.question = new Question("compare_placements");
  }

  clear() {
    this.question.clear();
  }

  /** @param {string} game @param {string[][] | null} rows a placement to compare with the best ones */
  async run(game, rows) {
    for (const samples of SAMPLES) {
      const answer = await this.question.ask({ game, rows, samples });
      if (!answer || answer.is_exact) return;
    }
  }

  view() {
    const { answer, isAsked } = this.question;
    if (!answer) return html`${isAsked ? html`<p role="status">Computing.</p>` : nothing}${this.question.errorView()}`;
    return html`<section><h2>Analysis</h2><p class="quiet">${answer.title}${isAsked ? "; computing more" : ""}</p>
      <div class="wide" tabindex="0" role="region" aria-label="Placements"><table>
      <thead><tr><th>placement</th><th>points</th><th>behind the best</th></tr></thead>
      <tbody>${answer.candidates.map((/** @type {any} */ item) => candidateView(item, this.lay))}</tbody></table></div>
      <p class="note">${answer.note}</p></section>`;
  }
}

/** @param {any} item @param {(rows: string[][]) => void} lay */
function candidateView({ label, rows, points, margin, behind, behind_margin: behindMargin, is_own: isOwn }, lay) {
  /** @param {string[]} cards */
  const rowView = (cards) => (cards.length ? shownCards(cards) : "–");
  const estimate = margin === null ? `about ${signed(points)}` : signed(points, margin);
  const gap = behindMargin === null ? `about ${behind.toFixed(2)}` : `${behind.toFixed(2)} ± ${behindMargin.toFixed(2)}`;
  const isNamed = !rows || label.startsWith("declare");
  return html`<tr><td>
    ${isOwn ? "Yours: " : ""}${isNamed ? label : html`<span class="placement">
      ${rowView(rows[0])} / ${rowView(rows[1])} / ${rowView(rows[2])}</span>`}
    ${rows ? html`<button aria-label="Lay ${label}" @click=${() => lay(rows)}>Lay</button>` : nothing}
  </td><td class="number">${estimate}</td><td class="number">${gap}</td></tr>`;
}
