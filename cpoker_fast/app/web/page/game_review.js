// What the placements of a person lost in a game: one question for each deal.
// @ts-check
import { Question, announce, counted, saveFile, unsigned } from "./app.js";
import { shownBoard, shownCards } from "./cards.js";
import { button, buttons } from "./fields.js";
import { html, nothing } from "./lit-html.js";

const SAMPLES = [1000, 8000, 30000]; // of the review of a deal; more on request

/** The records of the deals of a game, and their review. */
export class GameReview {
  records = new Question("game_records");
  question = new Question("review_deal", "play");
  player = "";
  step = 0;
  /** Deals with their records and, once they are reviewed, their losses. @type {any[]} */ deals = [];

  clear() {
    this.records.clear();
    this.question.clear();
    this.deals = [];
  }

  /** Save the records of the settled deals of a game. @param {string} game */
  async save(game) {
    const answer = await this.records.ask({ game });
    if (answer) saveFile("game.ofc", answer.records.map(({ text }) => `${text}\n`).join("\n"));
  }

  /** Review the settled deals of a game. @param {string} game @param {string} player */
  async begin(game, player) {
    this.clear();
    const answer = await this.records.ask({ game });
    if (!answer) return;
    this.player = player;
    this.deals = answer.records;
    this.run(0);
  }

  /** Review all deals by a number of samples. @param {number} step */
  async run(step) {
    this.step = step;
    const questions = this.deals.map(({ text }) => ({ record: text, player: this.player, samples: SAMPLES[step] }));
    const isFinished = await this.question.askEach(questions, (answer, index) => Object.assign(this.deals[index], answer));
    if (isFinished) announce("The review is finished.");
  }

  view() {
    const reviewed = this.deals.filter((deal) => deal.moves);
    const isAsked = this.records.isAsked || this.question.isAsked;
    const state = html`${this.records.errorView()}${this.question.errorView()}
      ${isAsked ? html`<p role="status">Reviewing.</p>` : nothing}`;
    if (!reviewed.length) return state;
    /** @param {(deal: any) => number} value */
    const total = (value) => reviewed.reduce((sum, deal) => sum + value(deal), 0);
    const isUpperLimit = reviewed.some((deal) => deal.shares_hands); // whose errors are not independent
    const margin = isUpperLimit ? total((deal) => deal.margin) : Math.hypot(...reviewed.map((deal) => deal.margin));
    const placements = counted(total((deal) => deal.moves.length), "placement");
    return html`<section><h2>Review of ${this.player}</h2>
      <p>${reviewed.length} of ${counted(this.deals.length, "deal")} reviewed: ${placements},
        ${lossView(total((deal) => deal.mistakes), total((deal) => deal.lost), margin)}.</p>
      <p class="quiet">A placement is judged by the cards that you knew. It is a certain mistake if it lost more than the
        margin of error.${isUpperLimit ? " The margin of the sum is an upper limit." : ""}</p>
      ${reviewed.map((deal) => dealView(deal))}
      ${state}
      ${buttons(button("More exactly", () => this.run(this.step + 1), isAsked || this.step + 1 === SAMPLES.length))}
    </section>`;
  }
}

/** @param {number} mistakes @param {number} lost @param {number} margin */
const lossView = (mistakes, lost, margin) => (mistakes
  ? `${counted(mistakes, "certain mistake")}, ${unsigned(lost, margin)} points lost` : "no certain mistake");

const dealView = ({ deal, moves, mistakes, lost, margin, note }) => html`<details class="panel">
  <summary>Deal ${deal}: ${lossView(mistakes, lost, margin)}</summary>
  ${moves.map((move) => moveView(move))}<p class="note">${note}</p></details>`;

const moveView = ({ when, hand, placed, best, lost, margin, is_mistake: isMistake }) => html`<div class="move">
  <p>${when ? `${when}: ` : ""}${lost || margin ? `lost ${unsigned(lost, margin)} points` : "lost nothing"}
    ${isMistake ? "(a mistake)" : ""}</p>
  <p class="quiet">Hand: ${shownCards(hand)}</p>
  ${placed.text === best.text ? html`<p>Placed: ${placed.text}</p>`
    : html`<div class="pair">${placementView("Placed", placed)}${placementView("Best", best)}</div>`}
</div>`;

/** @param {string} label */
const placementView = (label, { text, rows, new: marked }) =>
  html`<div><p>${label}: ${text}</p>${shownBoard(rows, [], rows.flat().length === marked.length ? [] : marked)}</div>`;
