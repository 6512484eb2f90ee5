// The form that begins a game: rules, opponents, and the name of the person.
// @ts-check
import { keep, kept, update } from "./app.js";
import { html } from "./lit-html.js";
import { RulesChoice } from "./rules.js";

const SLOW = "Under rules of your own, it computes an equilibrium first, and so do hints and reviews: this may take minutes.";

export class GameSetup {
  /** @param {() => void} begin is called when the game should begin */
  constructor(begin) {
    this.begin = begin;
    this.rules = new RulesChoice("play", "pineapple", () => true, () => this.fit());
    this.value = kept("play.setup", { name: "Player", opponents: ["expert"], takesBack: true });
  }

  /** Keep of the opponents what the rules allow. */
  fit() {
    const { bots, players } = this.rules.about;
    const opponents = this.value.opponents.map((bot) => (bots.includes(bot) ? bot : bots.at(-1)));
    this.change({ opponents: opponents.slice(0, players - 1) });
  }

  /** @param {Partial<{name: string, opponents: string[], takesBack: boolean}>} change */
  change(change) {
    this.value = { ...this.value, ...change };
    keep("play.setup", this.value);
    update();
  }

  /** Play against a number of bots. @param {number} number */
  seat(number) {
    const { opponents } = this.value;
    this.change({ opponents: Array.from({ length: number }, (_, seat) => opponents[seat] ?? opponents[0]) });
  }

  /** @param {number} seat */
  opponentView(seat) {
    const { opponents } = this.value;
    /** @param {any} event */
    const choose = ({ target }) =>
      this.change({ opponents: opponents.map((bot, index) => (index === seat ? target.value : bot)) });
    return html`<label class="field">Opponent ${seat + 1} <select @change=${choose}>
      ${(this.rules.about?.bots ?? []).map((/** @type {string} */ bot) => html`
        <option ?selected=${bot === opponents[seat]}>${bot}</option>`)}</select></label>`;
  }

  view() {
    const { players = 2 } = this.rules.about ?? {};
    const { name, opponents, takesBack } = this.value;
    const isSlow = typeof this.rules.value !== "string" && this.rules.about?.closed;
    const numbers = Array.from({ length: players - 1 }, (_, index) => index + 1);
    return html`<section class="panel"><h2>New game</h2>${this.rules.view()}
      <label class="field">Opponents <select @change=${(/** @type {any} */ event) => this.seat(Number(event.target.value))}>
        ${numbers.map((number) => html`<option ?selected=${number === opponents.length}>${number}</option>`)}</select></label>
      ${opponents.map((_, seat) => this.opponentView(seat))}
      <p class="note">The bot expert is the strongest. ${isSlow ? SLOW : ""}</p>
      <label class="field">Your name <input class="name" type="text" autocomplete="off" .value=${name}
        @change=${(/** @type {any} */ event) => this.change({ name: event.target.value })}></label>
      <label class="field"><input type="checkbox" .checked=${takesBack}
        @change=${(/** @type {any} */ event) => this.change({ takesBack: event.target.checked })}> Take-backs allowed</label>
      <div class="buttons"><button class="main" ?disabled=${!this.rules.about} @click=${this.begin}>Deal</button></div>
    </section>`;
  }
}
