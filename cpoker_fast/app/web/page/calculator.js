// The best boards of a hand, and what a board of the person's own loses against the best one.
// @ts-check
import { Question, announce, copy, counted, keep, kept, percent, saveFile } from "./app.js";
import { NO_ROWS, boardText, shownBoard, shownCards } from "./cards.js";
import { candidateTable, lost, valued } from "./candidates.js";
import { button, buttons } from "./fields.js";
import { HandChoice } from "./hand.js";
import { html, nothing } from "./lit-html.js";
import { Tray, handPlace, rowPlaces } from "./tray.js";

/** @typedef {{rows: string[][], discards: string[]}} Laid */

const DEALS = [200, 1000, 5000, 10000]; // the last takes less than a second, so that a moved card does not wait long

class Calculator {
  name = "calculator";
  title = "Calculator";
  hand = new HandChoice("calculator", "pagat", () => this.change());
  tray = new Tray(() => this.choose(this.laid));
  best = new Question("best_boards", "calculator");
  own = new Question("laid_board", "calculator");
  picture = new Question("board_picture");
  /** Board that the person has laid; null while the best one lies in the tray. @type {Laid | null} */
  board = kept("calculator.board", null);
  answeredFor = "";
  comparedWith = "";

  start = () => this.hand.start();

  /** Whether the answer belongs to another hand, or to other rules or opponents. */
  get isOld() {
    return this.answeredFor !== JSON.stringify(this.hand.situation);
  }

  /** Who pays the points. */
  get whom() {
    const { opponents, hasButton, rules } = this.hand;
    if (rules.about.banker && !hasButton) return "the banker";
    return opponents > 1 ? `${opponents} opponents together` : "1 opponent";
  }

  /** The board in the tray. @returns {Laid} */
  get laid() {
    return { rows: this.tray.rows, discards: this.tray.place("discards")?.cards ?? [] };
  }

  // ---- changes ----

  /** Ask about another hand, or about the same one under other rules or against other opponents. */
  change() {
    const cards = this.hand.cards;
    const discards = { name: "discards", label: "Discards", room: cards.length - 13 };
    const laid = this.board ? [...this.board.rows, this.board.discards].flat() : [];
    if (laid.some((card) => !cards.includes(card)) || laid.length > 13 + discards.room) this.board = null;
    this.own.clear();
    this.comparedWith = "";
    if (this.hand.isComplete) {
      const places = discards.room ? [...rowPlaces(), discards] : rowPlaces();
      this.tray.set([...places, handPlace(cards)]);
      if (this.board) this.lay(this.board);
      this.best.sharpen(this.hand.situation, DEALS, (answer) => this.answered(answer));
    } else {
      this.tray.set([]);
      this.best.clear();
      announce(this.hand.status);
    }
  }

  answered({ candidates: [best] }) {
    const isFirst = this.isOld;
    this.answeredFor = JSON.stringify(this.hand.situation);
    if (this.comparedWith !== best.placement) {
      if (!this.board) this.lay(best);
      this.compare();
    }
    if (isFirst) announce(`The best board: ${best.words?.join("; ") ?? best.placement}.`);
  }

  /** @param {{rows?: string[][], discards?: string[]}} board */
  lay({ rows = NO_ROWS, discards }) {
    this.tray.layRows(rows, discards);
  }

  /** Lay a board of the person, or the best one if it is null. @param {Laid | null} board */
  choose(board) {
    this.board = board;
    keep("calculator.board", board);
    this.lay(board ?? this.best.answer.candidates[0]);
    this.compare();
  }

  /** Lay a board of the table, and bring the tray into view. @param {Laid} board */
  show({ rows, discards }) {
    if (this.isOld) return;
    this.choose({ rows, discards });
    announce(`Laid: ${boardText(rows, discards)}.`);
    document.querySelector(".tray")?.scrollIntoView({ block: "nearest" });
  }

  /** Compare the board in the tray with the best one, unless the answer has it. */
  compare() {
    const best = this.best.answer?.candidates[0];
    const listed = this.listed();
    this.tray.describe(listed?.words);
    this.own.clear();
    if (this.isOld || !best) return;
    this.comparedWith = best.placement;
    const args = { ...this.hand.situation, rows: this.laid.rows, best: best.placement };
    if (!listed) this.own.sharpen(args, DEALS.slice(0, -1), (answer) => this.tray.describe(answer.words));
  }

  /** The candidate that is the board in the tray, unless a natural may count for it. */
  listed() {
    const { answer } = this.best;
    if (this.isOld || !answer || answer.natural) return undefined;
    return answer.candidates.find((candidate) => `${candidate.rows}` === `${this.laid.rows}`);
  }

  /** @param {string[][]} rows */
  async save(rows) {
    const answer = await this.picture.ask({ rules: this.hand.rules.value, rows });
    if (answer) saveFile("board.svg", answer.svg, "image/svg+xml");
  }

  // ---- view ----

  view() {
    const { answer, error, isAsked } = this.best;
    const old = this.isOld ? "old" : "";
    const isSlow = typeof this.hand.rules.value !== "string" && !this.hand.isFantasyland;
    const waiting = isSlow ? "Working out how opponents play: a few seconds, once." : "Dealing…";
    return html`<div class="columns">
        <section class="panel"><h2>Your hand</h2>${this.hand.view()}</section>
        <section class="panel"><h2>The best board</h2>
          ${this.best.errorView()}
          ${isAsked && old ? html`<p class="note">${waiting}</p>` : nothing}
          ${answer ? html`<div class=${old}>${this.bestView(answer)}</div>` : nothing}
          ${answer || error || isAsked || !this.hand.rules.about ? nothing
            : html`<p class="note">Choose the cards of your hand: ${this.hand.status}</p>`}</section>
      </div>
      ${answer ? html`<section class="panel"><h2>Your board</h2>${this.ownView()}</section>
      ${answer.number > 1 ? html`<section class="panel"><h2>All candidates</h2>
        <div class=${old}>${this.tableView(answer)}</div></section>` : nothing}` : nothing}`;
  }

  tableView({ candidates, number }) {
    const shown = number > candidates.length ? ` ${candidates.length} of ${number} candidates.` : "";
    return candidateTable(candidates, `Front, middle, back: how often the row wins.${shown} Press cards to lay them.`,
      (board) => this.show(board));
  }

  bestView(answer) {
    const [best] = answer.candidates;
    const { won, scoops, scooped } = best.chances ?? {};
    return html`${this.naturalView(answer)}
      ${best.rows ? shownBoard(best.rows, best.words) : html`<p><strong>Surrender</strong></p>`}
      ${best.discards?.length ? html`<p class="field">Discard ${shownCards(best.discards)}</p>` : nothing}
      <p><strong>${valued(best)} points</strong> from ${this.whom}. ${this.hand.isFantasyland ? earned(best) : ""}</p>
      ${won && best.rows && !best.natural ? html`<p>Wins the front ${percent(won[0])}, the middle ${percent(won[1])} and the
        back ${percent(won[2])} of the time; scoops ${percent(scoops)}, is scooped ${percent(scooped)}.</p>` : nothing}
      <p class="note">${this.basis(answer)}</p>`;
  }

  naturalView({ natural, candidates: [best] }) {
    if (best.natural) return html`<p class="good"><strong>Declare ${best.natural}: it pays more than the rows.</strong></p>`;
    if (!natural) return nothing;
    const pays = this.hand.isFantasyland ? "which these points leave out" : "but the rows pay more";
    return html`<p>The hand makes ${natural}, ${pays}.</p>`;
  }

  /** What the numbers are based on. */
  basis({ exact, deals }) {
    if (exact) return "Points are exact: royalties from every opponent and the worth of staying, without the rows.";
    const left = this.hand.rules.about.fantasylands.length ? " A Fantasyland that the board earns is left out." : "";
    const more = this.best.isAsked ? " More deals are coming…" : "";
    return `Over ${counted(deals, "deal")}, against opponents who play well. ± is the 95 % margin; that of a chance is at
      most ± ${(98 / Math.sqrt(deals)).toFixed(1)} percentage points.${left}${more}`;
  }

  ownView() {
    const own = this.listed() ?? this.own.answer;
    return html`<div class="columns"><div>${this.tray.view()}</div><div>
      <p class="verdict">${own ? this.verdict(own) : nothing}</p>
      ${this.own.errorView()}${this.picture.errorView()}
      ${buttons(
        button("Lay the best board", () => this.choose(null), this.isOld),
        button("Take all cards up", () => this.choose({ rows: NO_ROWS, discards: [] })),
        own?.placement && button("Copy as text", () => copy(boardText(this.laid.rows, this.laid.discards), "Board")),
        own?.placement && button("Save picture", () => this.save(this.laid.rows)),
      )}
      <p class="note">${this.tray.manual}</p></div></div>`;
  }

  verdict(own) {
    const foul = own.foul ? html`<strong class="bad">Foul: ${own.foul}.</strong> ` : nothing;
    if (!own.placement) return html`${foul}${counted(this.tray.cards("hand").length, "card")} left in the hand.`;
    const loss = own.behind < 0.005 ? html`<strong class="good">No board is better.</strong>`
      : html`<strong class="bad">Loses ${lost(own)} points</strong> against the best board.`;
    return html`${foul}${own.natural ? `Declares ${own.natural}. ` : ""}${loss} Worth ${valued(own)} points.
      ${this.hand.isFantasyland ? earned(own) : own.royalties ? `${counted(own.royalties, "royalty point")}.` : ""}`;
  }
}

/** Royalties and the next Fantasyland. */
const earned = ({ royalties, fantasyland: cards }) =>
  `${counted(royalties, "royalty point")}; ${cards ? `stays in Fantasyland, with ${cards} cards` : "leaves Fantasyland"}.`;

export const use = new Calculator();
