// Hands that lost points in practice. The browser keeps them, and they come again after 1, 3 and 7 days.
// @ts-check
import { announce, keep, kept, update } from "./app.js";
import { inSigns, inWords } from "./cards.js";
import { html, nothing } from "./lit-html.js";

const DAYS = [1, 3, 7];
const LEAST_LOSS = 0.1; // points
const MOST_SHOWN = 10;

/**
 * @typedef {object} Repeat
 * @property {string} game rules and opponents, in words
 * @property {string[]} cards
 * @property {number} loss points that the hand lost last
 * @property {boolean} isLate whether the time ran out then
 * @property {number} rights how often it was set right since then
 * @property {number} due day on which it comes again
 */

/** Number of the current day, in the time zone of the person. */
const today = () => Math.floor((Date.now() / 60_000 - new Date().getTimezoneOffset()) / (24 * 60));

/** @param {number} day */
function dayInWords(day) {
  const days = day - today();
  return days <= 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
}

/** @param {Repeat} hand */
export const lossInWords = ({ loss, isLate }) => (isLate ? "time ran out" : `lost ${loss.toFixed(2)}`);

export class Repeats {
  /** @type {Repeat[]} */ list = kept("practice.repeats", []);

  /** The hand of a game that is due, and lost most; undefined if there is none. @param {string} game */
  due(game) {
    return this.list.filter((hand) => hand.game === game && hand.due <= today()).sort((a, b) => b.loss - a.loss)[0];
  }

  /**
   * Note what a hand lost, and return when it comes again, in words.
   * @param {string} game
   * @param {string[]} cards
   * @param {number} loss
   * @param {boolean} isLate whether the time ran out
   */
  note(game, cards, loss, isLate) {
    const isWrong = isLate || loss >= LEAST_LOSS;
    const before = this.list.find((hand) => hand.game === game && `${hand.cards}` === `${cards}`);
    if (!before && !isWrong) return "";
    const rights = isWrong || !before ? 0 : before.rights + 1;
    this.list = this.list.filter((hand) => hand !== before);
    const isLearned = rights === DAYS.length;
    const again = { ...(isWrong || !before ? { game, cards, loss, isLate } : before), rights, due: today() + DAYS[rights] };
    if (!isLearned) this.list.push(again);
    this.keep();
    return isLearned ? "This hand is learned: it does not come again." : `This hand comes again ${dayInWords(again.due)}.`;
  }

  /** @param {Repeat} hand */
  delete(hand) {
    this.list = this.list.filter((other) => other !== hand);
    this.keep();
    announce("The hand is deleted.");
  }

  keep() {
    keep("practice.repeats", this.list);
    update();
  }

  /** @param {string} game of which hands come again now */
  view(game) {
    const others = new Set(this.list.filter((hand) => hand.game !== game && hand.due <= today()).map((hand) => hand.game));
    const listed = [...this.list].sort((a, b) => a.due - b.due || b.loss - a.loss);
    return html`<section class="panel repeats"><h2>Hands to repeat</h2>
      <p class="note">A hand that loses ${LEAST_LOSS} points or more, or runs out of time, comes again
        after ${DAYS[0]} day. Set it right, and it comes after ${DAYS[1]} days, then after ${DAYS[2]} days.</p>
      ${others.size ? html`<p>Also due today: hands of ${[...others].join("; ")}.</p>` : nothing}
      ${listed.length ? html`<ul class="items">${listed.slice(0, MOST_SHOWN).map((hand) => html`<li>
        <span><span role="img" aria-label=${hand.cards.map(inWords).join(", ")}>${inSigns(hand.cards)}</span>
          <span class="quiet">${hand.game}; ${lossInWords(hand)}; due ${dayInWords(hand.due)}</span></span>
        <button aria-label="Delete the hand ${inSigns(hand.cards)}" @click=${() => this.delete(hand)}>Delete</button>
      </li>`)}</ul>` : html`<p>None yet.</p>`}
      ${listed.length > MOST_SHOWN ? html`<p class="note">And ${listed.length - MOST_SHOWN} more.</p>` : nothing}
    </section>`;
  }
}
