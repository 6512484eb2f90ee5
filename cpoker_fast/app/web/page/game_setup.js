// The form that begins a game: rules, opponents, and the name of the person.
// @ts-check
import { keep, kept, numbers, update } from "./app.js";
import { buttons, checkBox, choice, mainButton, textField } from "./fields.js";
import { html, nothing } from "./lit-html.js";
import { RulesChoice } from "./rules.js";

const SLOW = "Under rules of your own, it computes an equilibrium first, and so do hints and reviews: this takes a while.";

export class GameSetup {
  /** @param {() => void} begin is called when the game should begin */
  constructor(begin) {
    this.begin = begin;
    this.rules = new RulesChoice("play", "pineapple", () => this.fit());
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

  /** @param {boolean} isDealing */
  view(isDealing) {
    const { players = 2, bots = [], closed } = this.rules.about ?? {};
    const { name, opponents, takesBack } = this.value;
    const isSlow = typeof this.rules.value !== "string" && closed;
    /** @param {number} number */
    const seat = (number) =>
      this.change({ opponents: numbers(0, number - 1).map((index) => opponents[index] ?? opponents[0]) });
    return html`<section class="panel"><h2>New game</h2>${this.rules.view()}
      ${choice("Opponents", numbers(1, players - 1), opponents.length, seat)}
      ${opponents.map((bot, index) => choice(`Opponent ${index + 1}`, bots, bot,
        (chosen) => this.change({ opponents: opponents.with(index, chosen) })))}
      <p class="note">The bot expert is the strongest. ${isSlow ? SLOW : ""}</p>
      ${textField("Your name", name, (text) => this.change({ name: text }))}
      ${closed ? nothing
        : checkBox("Take-backs allowed", takesBack, (isChecked) => this.change({ takesBack: isChecked }))}
      ${buttons(mainButton("Deal", this.begin, !this.rules.about || isDealing))}
    </section>`;
  }
}
