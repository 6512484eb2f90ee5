// The use "Play": games against bots, which the browser keeps.
// @ts-check
import { Question, announce, keep, kept, update } from "./app.js";
import { shownCards } from "./cards.js";
import { Confirmation } from "./confirmation.js";
import { GameComparison } from "./game_comparison.js";
import { GameReview } from "./game_review.js";
import { GameSetup } from "./game_setup.js";
import { IF_BETTER, boardView, laidView, naturalView, paymentsView, totalView } from "./game_views.js";
import { html, nothing } from "./lit-html.js";
import { VERSION } from "./package.js";
import { Tray, rowPlaces } from "./tray.js";

const ROWS = ["front", "middle", "back"];
/** @type {string[][]} */ const NO_ROWS = [[], [], []];
/** @typedef {{version: string, takesBack: boolean, turn: any, earlier: any[]}} Game what the browser keeps of a game */

class Play {
  constructor() {
    this.name = "play";
    this.title = "Play";
    this.setup = new GameSetup(() => this.begin());
    /** @type {Game | null} */ this.game = kept("play.game", null);
    this.tray = new Tray(() => this.moved());
    this.step = new Question("begin_game");
    this.laid = new Question("lay_rows");
    this.hint = new Question("suggest_placement");
    this.comparison = new GameComparison((rows) => this.layRows(rows));
    this.review = new GameReview();
    this.confirmation = new Confirmation();
    /** @type {string | boolean} */ this.declare = IF_BETTER;
    this.since = 0;
  }

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
    this.focus();
  }

  /** Move the focus to what the person does next. */
  focus() {
    const next = this.cards ? ".play .hand button" : ".play button.main";
    setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector(next))?.focus());
  }

  /** Show a turn, with cards laid into the rows. @param {Game} game @param {string[][]} [rows] */
  show(game, rows = NO_ROWS) {
    this.game = game;
    keep("play.game", game);
    for (const question of [this.hint, this.comparison, this.laid]) question.clear();
    this.review.clear();
    this.confirmation.clear();
    this.declare = IF_BETTER;
    this.since = performance.now();
    const cards = game.turn.turn;
    if (!cards) return update();
    this.tray.set([...rowPlaces(cards.rows), { name: "hand", label: "Hand", room: cards.hand.length, cards: cards.hand }]);
    this.layRows(rows.map((row) => row.filter((card) => cards.hand.includes(card))));
  }

  /** @param {string[][]} rows */
  layRows([front, middle, back]) {
    const hand = this.cards.hand.filter((/** @type {string} */ card) => ![...front, ...middle, ...back].includes(card));
    this.tray.lay({ front, middle, back, hand });
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
    const open = ROWS.filter((row) => this.tray.room(row));
    const rest = open.length === 1 && this.cards.hand.length === this.cards.place ? this.tray.cards("hand") : [];
    return ROWS.map((row) => [...this.tray.cards(row), ...(open.includes(row) ? rest : [])]);
  }

  get missing() {
    return this.cards.place - this.rows.flat().length;
  }

  /** Ask for the rows in words. */
  moved() {
    keep("play.laid", this.rows);
    this.confirmation.clear();
    if (this.missing < 0) this.laid.clear();
    else return this.laid.ask({ game: this.turn.game, rows: this.rows, declare: this.declare });
  }

  /** Declare a natural, or not. @param {string | boolean} declare */
  choose(declare) {
    this.declare = declare;
    this.moved();
  }

  async place() {
    const laid = await this.moved();
    if (!laid) return;
    const act = () => this.send(this.rows);
    const doubt = laid.doubt.replace(/^./, (/** @type {string} */ letter) => letter.toUpperCase());
    if (laid.must_confirm) this.confirmation.ask(`${doubt}. Place the cards anyway?`, "Place them", act);
    else act();
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
    this.focus();
  }

  leave() {
    this.confirmation.ask("Leave this game? It cannot be continued.", "Leave", () => {
      this.game = null;
      this.since = 0;
      keep("play.game", null);
      update();
    });
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
    const view = !this.game ? this.setup.view() : this.cards ? this.turnView() : this.settledView();
    const isDealing = !this.game && this.step.isAsked;
    return html`${view}${isDealing ? html`<p role="status">Dealing.</p>` : nothing}${this.step.errorView()}${this.review.view()}`;
  }

  turnView() {
    const { turn, cards, missing } = this;
    this.tray.isLocked = this.step.isAsked;
    return html`${this.statusView}<div class="columns">
      <section><h2>${turn.boards[0].name}${totalView(turn, 0)}</h2>
        ${cards.in_fantasyland ? html`<p>Fantasyland: set all cards at once, face down until the showdown.</p>` : nothing}
        ${this.tray.view()}${laidView(cards, missing, this.laid)}
        ${cards.discarded.length ? html`<p class="quiet">Discarded: ${shownCards(cards.discarded)}</p>` : nothing}
        ${cards.natural ? naturalView(cards.natural, this.declare, (declare) => this.choose(declare),
          (rows) => this.layRows(rows)) : nothing}
        ${this.confirmation.isAsked ? this.confirmation.view() : html`<div class="buttons">
          <button class="main" ?disabled=${Boolean(missing) || this.step.isAsked}
            @click=${() => this.place()}>Place cards</button>
          <button ?disabled=${missing === cards.place} @click=${() => this.layRows(NO_ROWS)}>Clear</button>
          <button @click=${() => this.suggest()}>Hint</button>
          <button @click=${() => this.comparison.run(turn.game, missing ? null : this.rows)}>Analysis</button>
          ${cards.surrender ? html`<button @click=${() => this.confirmation.ask("Surrender this hand?", "Surrender",
            () => this.send(null))}>Surrender</button>` : nothing}
          ${this.gameButtons}</div>`}
        <p role="status">${this.hint.answer?.words ?? ""}</p>${this.hint.errorView()}
      </section>
      <section>${this.boardViews.slice(1)}</section>
    </div>${this.comparison.view()}`;
  }

  settledView() {
    const { turn } = this;
    return html`${this.statusView}
      ${turn.news.map((/** @type {string} */ line) => html`<p><strong>${line}</strong></p>`)}
      ${this.confirmation.isAsked ? this.confirmation.view() : html`<div class="buttons">
        ${turn.is_over ? nothing : html`<button class="main" ?disabled=${this.step.isAsked}
          @click=${() => this.take("continue_game", { game: turn.game })}>Next deal</button>`}
        ${this.gameButtons}</div>`}
      <div class="columns">${this.boardViews}</div>
      ${paymentsView(turn.payments)}`;
  }

  get statusView() {
    return html`<p class="status">${this.turn.status.join(" · ")}</p>`;
  }

  get boardViews() {
    return this.turn.boards.map((/** @type {any} */ _, /** @type {number} */ seat) => boardView(this.turn, seat));
  }

  /** Buttons for the game, at any time. */
  get gameButtons() {
    const { earlier, turn } = /** @type {Game} */ (this.game);
    return html`${earlier.length ? html`<button @click=${() => this.takeBack()}>Take back</button>` : nothing}
      ${turn.deals ? html`<button @click=${() => this.review.begin(turn.game, turn.boards[0].name)}>Review</button>
        <button @click=${() => this.review.save(turn.game)}>Save record</button>` : nothing}
      <button @click=${() => this.leave()}>New game</button>`;
  }
}

export const use = new Play();
