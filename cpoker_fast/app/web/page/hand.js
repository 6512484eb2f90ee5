// A whole hand to study, under rules and against opponents: kept in the browser, and in the address as a link.
// @ts-check
import { Question, copy, counted, keep, kept, link, linked, numbers } from "./app.js";
import { deck, randomCards, sorted } from "./cards.js";
import { button, buttons, checkBox, choice, textField } from "./fields.js";
import { html, nothing } from "./lit-html.js";
import { RulesChoice } from "./rules.js";

const EXAMPLES = ["As Kh Qs Jd Td 9c 8c 7s 7h 7d 6h 5h 5c", "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"]
  .map((cards) => cards.split(" "));

/** The hand of a use of the page. */
export class HandChoice {
  /** From high to low. @type {string[]} */ cards = EXAMPLES[0];
  opponents = 3;
  hasButton = false;
  /** The cards as they are typed, in any spelling that the package reads. */ text = "";
  reading = new Question("cards");
  isOpen = false;

  /**
   * @param {string} use name of the use
   * @param {string} preset chosen at first
   * @param {() => void} changed is called after each change of the cards, the rules or the opponents
   */
  constructor(use, preset, changed) {
    this.use = use;
    this.changed = changed;
    this.rules = new RulesChoice(use, preset, () => this.changeRules());
  }

  /** Take what a link says; at first, what was kept. */
  async start() {
    const address = linked();
    const cards = address.get("hand");
    if (this.isOpen && cards === null) return this.remember();
    if (!this.isOpen) Object.assign(this, kept(`${this.use}.hand`, {}));
    this.isOpen = true;
    this.text = this.cards.join(" ");
    if (cards !== null) {
      this.opponents = Math.floor(Number(address.get("opponents"))) || 3;
      this.hasButton = address.get("button") === "yes";
      this.rules.value = rulesIn(address.get("rules")) ?? this.rules.value;
    }
    await this.rules.choose(this.rules.value);
    if (cards !== null) await this.type(cards);
  }

  remember() {
    const { cards, opponents, hasButton } = this;
    keep(`${this.use}.hand`, { cards, opponents, hasButton });
    const rules = typeof this.rules.value === "string" ? this.rules.value : JSON.stringify(this.rules.value);
    link(this.use, { hand: cards.join(" "), rules, opponents: `${opponents}`, ...(hasButton ? { button: "yes" } : {}) });
  }

  /** Numbers of cards that a hand may have. @returns {number[]} */
  get sizes() {
    const about = this.rules.about;
    return about?.closed ? [13] : (about?.fantasylands ?? []);
  }

  /** Most cards of a hand; 0 if the rules have no whole hands. */
  get most() {
    return Math.max(...this.sizes, 0);
  }

  get isComplete() {
    return this.sizes.includes(this.cards.length);
  }

  /** Whether whole hands are set in Fantasyland. */
  get isFantasyland() {
    return !this.rules.about?.closed;
  }

  /** What questions about the hand begin with. */
  get situation() {
    return { rules: this.rules.value, hand: this.cards, opponents: this.opponents, has_button: this.hasButton };
  }

  changeRules() {
    this.opponents = Math.max(1, Math.min(this.opponents, this.rules.about.players - 1));
    this.hasButton &&= this.rules.about.button;
    const example = EXAMPLES.find((cards) => this.sizes.includes(cards.length));
    const isReplaced = !this.isComplete && EXAMPLES.some((cards) => `${cards}` === `${this.cards}`);
    this.take(isReplaced && example ? example : this.cards);
  }

  /** @param {string[]} cards */
  take(cards) {
    this.cards = sorted(cards);
    this.text = this.cards.join(" ");
    this.reading.clear();
    if (!this.rules.about) return;
    this.remember();
    this.changed();
  }

  /** @param {string} text */
  async type(text) {
    this.text = text;
    const answer = await this.reading.ask({ text });
    if (answer) this.take(answer.cards);
  }

  /** @param {string} card */
  toggle(card) {
    this.take(this.cards.includes(card) ? this.cards.filter((other) => other !== card) : [...this.cards, card]);
  }

  /** @param {{opponents?: number, hasButton?: boolean}} change */
  change(change) {
    Object.assign(this, change);
    this.take(this.cards);
  }

  // ---- view ----

  view() {
    const { about } = this.rules;
    if (!about) return this.rules.view();
    return html`${this.rules.view()}
      ${choice("Opponents", numbers(1, about.players - 1), this.opponents, (opponents) => this.change({ opponents }))}
      ${about.button ? checkBox("You have the button", this.hasButton, (hasButton) => this.change({ hasButton })) : nothing}
      <div>${textField("Cards", this.text, (text) => this.type(text))}${this.reading.errorView()}</div>
      ${buttons(
        button("Random hand", () => this.take(randomCards(this.isComplete ? this.cards.length : this.sizes[0])), !this.most),
        button("Clear", () => this.take([]), !this.cards.length),
        button("Copy link", () => copy(location.href, "Link")),
      )}
      <p class="note">${this.status}</p>
      ${deck({ chosen: this.cards, isFull: this.cards.length >= this.most, toggle: (card) => this.toggle(card) })}`;
  }

  /** What the hand still needs. */
  get status() {
    const [number, most] = [this.cards.length, this.most];
    const cards = counted(number, "card");
    if (!most) return "These rules deal street by street and have no Fantasyland: nobody sets a whole hand.";
    if (number > most) return `${cards}: take out ${number - most}.`;
    if (!this.isComplete) return `${cards} of ${this.sizes.join(" or ")}${this.isFantasyland ? " in Fantasyland" : ""}.`;
    return `${cards}${this.isFantasyland ? " in Fantasyland" : ""}${number < most ? ` (up to ${most})` : ""}.`;
  }
}

/** @param {string | null} text of a link @returns {any} */
function rulesIn(text) {
  try {
    return text?.startsWith("{") ? JSON.parse(text) : text;
  } catch {
    return text; // which the package refuses
  }
}
