// The use "Play": games against bots, which the browser keeps.
// @ts-check
import { Question, announce, focusOn, keep, kept, update } from "./app.js";
import { candidateTable } from "./candidates.js";
import { NO_ROWS, ROWS, shownCards } from "./cards.js";
import { GameReview } from "./game_review.js";
import { GameSetup } from "./game_setup.js";
import { IF_BETTER, boardView, laidView, naturalView, paymentsView, totalView } from "./game_views.js";
import { button, buttons, mainButton } from "./fields.js";
import { html, nothing } from "./lit-html.js";
import { VERSION } from "./package.js";
import { Tray, handPlace, rowPlaces } from "./tray.js";

const DEALS = [200, 1000, 5000]; // of the analysis
const NEXT = ".play :is(.hand button, button.main:enabled)"; // what the person does next
/** @typedef {{version: string, takesBack: boolean, turn: any, earlier: any[]}} Game what the browser keeps of a game */

class Play {
  name = "play";
  title = "Play";
  setup = new GameSetup(() => this.begin());
  /** @type {Game | null} */ game = kept("play.game", null);
  tray = new Tray(() => this.moved());
  step = new Question("begin_game");
  laid = new Question("lay_rows");
  hint = new Question("suggest_placement");
  comparison = new Question("compare_placements", "play");
  review = new GameReview();
  /** @type {string | boolean} */ declare = IF_BETTER;
  since = 0;

  start() {
    this.setup.rules.start();
    if (!this.game || this.since) return;
    const { version, turn, takesBack } = this.game;
    if (version === VERSION) return this.show(this.game, kept("play.laid", NO_ROWS));
    this.game = null; // whose parts may have other names in this version
    this.take("continue_game", { game: turn?.game ?? "" }, { takesBack });
  }

  // ---- the course of a game ----

  begin() {
    const { name, opponents, takesBack } = this.setup.value;
    this.take("begin_game", { rules: this.setup.rules.value, name, opponents }, { takesBack });
  }

  /** Ask for the next turn, and show it. @param {string} what @param {object} args @param {Partial<Game>} [change] */
  async take(what, args, change = {}) {
    if (this.step.isAsked) return;
    this.step = new Question(what);
    const turn = await this.step.ask(args);
    if (!turn) return;
    const { takesBack = false } = { ...this.game, ...change };
    this.show({ takesBack, earlier: [], ...change, turn, version: VERSION });
    announce(turn.news.join(" "));
    focusOn(NEXT);
  }

  /** Show a turn, with cards laid into the rows. @param {Game} game @param {string[][]} [rows] */
  show(game, rows = NO_ROWS) {
    this.game = game;
    keep("play.game", game);
    for (const topic of [this.hint, this.comparison, this.laid, this.review]) topic.clear();
    this.declare = IF_BETTER;
    this.since = performance.now();
    const cards = game.turn.turn;
    if (!cards) return update();
    this.tray.set([...rowPlaces(cards.rows), handPlace(cards.hand)]);
    this.layRows(rows.map((row) => row.filter((card) => cards.hand.includes(card))));
  }

  /** @param {string[][]} rows */
  layRows(rows) {
    this.tray.layRows(rows);
    this.moved();
  }

  get turn() {
    return /** @type {Game} */ (this.game).turn;
  }

  get cards() {
    return this.turn.turn;
  }

  /** The cards laid into each row. If only one row is open, and no card is discarded, the rest of the hand fills it. */
  get rows() {
    const { openRows, rows } = this.tray;
    const rest = openRows.length === 1 && this.cards.hand.length === this.cards.place ? this.tray.cards("hand") : [];
    return rows.map((row, index) => [...row, ...(openRows.includes(ROWS[index]) ? rest : [])]);
  }

  get missing() {
    return this.cards.place - this.rows.flat().length;
  }

  /** Ask for the rows in words. @param {string | boolean} [declare] whether to declare a natural */
  async moved(declare = this.declare) {
    this.declare = declare;
    keep("play.laid", this.rows);
    if (this.missing < 0) {
      this.laid.clear();
      return this.tray.describe();
    }
    const laid = await this.laid.ask({ game: this.turn.game, rows: this.rows, declare });
    if (laid) this.tray.describe(laid.words);
    return laid;
  }

  async place() {
    const laid = await this.moved();
    if (!laid) return;
    if (!laid.must_confirm || confirm(`${laid.doubt} Place the cards anyway?`)) this.send(this.rows);
  }

  /** Place the cards for good, or surrender. @param {string[][] | null} rows */
  send(rows) {
    const { takesBack, earlier } = /** @type {Game} */ (this.game);
    const args = { game: this.turn.game, rows, declare: this.declare, seconds: (performance.now() - this.since) / 1000 };
    this.take("place_cards", args, { earlier: takesBack ? [...earlier, this.turn] : [] });
  }

  takeBack() {
    const game = /** @type {Game} */ (this.game);
    this.show({ ...game, turn: game.earlier.at(-1), earlier: game.earlier.slice(0, -1) });
    announce("Taken back.");
    focusOn(NEXT);
  }

  leave() {
    if (!confirm("Leave this game? It cannot be continued.")) return;
    this.game = null;
    this.since = 0;
    this.review.clear();
    keep("play.game", null);
  }

  // ---- advice ----

  async suggest() {
    const hint = await this.hint.ask({ game: this.turn.game });
    if (!hint?.rows) return;
    this.declare = hint.declare;
    this.layRows(hint.rows);
  }

  // ---- views ----

  view() {
    const isDealing = !this.game && this.step.isAsked;
    const view = !this.game ? this.setup.view(isDealing) : html`<p class="status">${this.turn.status.join(" · ")}</p>
      ${this.cards ? this.turnView() : this.settledView()}`;
    return html`${view}${isDealing ? html`<p role="status">Dealing.</p>` : nothing}${this.step.errorView()}
      ${this.review.view()}`;
  }

  turnView() {
    const { turn, cards, missing } = this;
    const { earlier } = /** @type {Game} */ (this.game);
    this.tray.isLocked = this.step.isAsked;
    return html`<div class="columns">
      <section><h2>${turn.boards[0].name}${totalView(turn, 0)}</h2>
        ${cards.in_fantasyland ? html`<p>Fantasyland: set all cards at once, face down until the showdown.</p>` : nothing}
        ${this.tray.view()}${laidView(cards, missing, this.laid)}
        ${cards.discarded.length ? html`<p class="quiet">Discarded: ${shownCards(cards.discarded)}</p>` : nothing}
        ${cards.natural ? naturalView(cards.natural, this.declare, (declare) => this.moved(declare),
          (rows) => this.layRows(rows)) : nothing}
        ${buttons(
          mainButton("Place cards", () => this.place(), Boolean(missing) || this.step.isAsked),
          button("Clear", () => this.layRows(NO_ROWS), missing === cards.place),
          button("Hint", () => this.suggest()),
          button("Analysis", () => this.comparison.sharpen({ game: turn.game, rows: missing ? null : this.rows }, DEALS)),
          cards.surrender && button("Surrender", () => confirm("Surrender this hand?") && this.send(null)),
          earlier.length && button("Take back", () => this.takeBack()),
          ...this.gameButtons,
        )}
        <p role="status">${this.hint.answer?.words ?? ""}</p>${this.hint.errorView()}
        <p class="note">${this.tray.manual}</p>
      </section>
      <section>${this.boardViews.slice(1)}</section>
    </div>${this.comparisonView}`;
  }

  get comparisonView() {
    const { answer, isAsked } = this.comparison;
    if (!answer) return html`${isAsked ? html`<p role="status">Computing.</p>` : nothing}${this.comparison.errorView()}`;
    return html`<section><h2>Analysis</h2><p class="quiet">${answer.title}${isAsked ? "; computing more" : ""}</p>
      ${candidateTable(answer.candidates, `${answer.note && `${answer.note}. `}Press cards to lay them.`,
        ({ rows }) => this.layRows(rows))}</section>`;
  }

  settledView() {
    const { turn } = this;
    return html`${turn.news.map((line) => html`<p><strong>${line}</strong></p>`)}
      ${buttons(
        !turn.is_over && mainButton("Next deal", () => this.take("continue_game", { game: turn.game }), this.step.isAsked),
        ...this.gameButtons,
      )}
      <div class="columns">${this.boardViews}</div>
      ${paymentsView(turn.payments)}`;
  }

  get boardViews() {
    return this.turn.boards.map((_, seat) => boardView(this.turn, seat));
  }

  /** Buttons for the game, at any time. */
  get gameButtons() {
    const { deals, game, boards: [own] } = this.turn;
    return [
      deals && button("Review", () => this.review.begin(game, own.name)),
      deals && button("Save record", () => this.review.save(game)),
      button("New game", () => this.leave()),
    ];
  }
}

export const use = new Play();
