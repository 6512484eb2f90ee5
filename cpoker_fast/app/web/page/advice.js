// Advice: a position is set up by clicks, and the points of its placements sharpen while the page shows them.
// @ts-check
import { Question, announce, copy, keep, kept, link, linked, numbers, percent, update } from "./app.js";
import { candidateTable, valued } from "./candidates.js";
import { shownBoard } from "./cards.js";
import { DeckTray } from "./deck_tray.js";
import { button, buttons, checkBox, choice, mainButton, textField } from "./fields.js";
import { html, nothing } from "./lit-html.js";
import { RulesChoice } from "./rules.js";

const EXAMPLE = "rules pineapple; seat 1; button 2; street 2; board - / Jc 9s / Qd Qc 5d; board Jd / 9c 6c / Kh 3h;"
  + " hand Td 7h 5c";
const DEALS = [200, 1000, 4000];
/** Whether the advice is beside the cards; else these fold away when none is missing, so that it comes into view. */
const WIDE = matchMedia("(min-width: 48rem)");

const tray = new DeckTray(() => change({ cards: tray.contents() }), fantasylandView);
const rules = new RulesChoice("advice", "pineapple", changeRules);
const state = new Question("set_up_position");
const reading = new Question("position_from_text");
const advice = new Question("advised_placements", "advice");
const chances = new Question("chances_of_rows");
let setup = kept("advice.setup", /** @type {any} */ (null));
/** Earlier setups with their rules, as JSON. @type {string[]} */ const past = [];
let rulesOfSetup = rules.value;
/** Label of the placement that the person chose; empty for the best. */ let picked = "";
/** The position as text; empty if it is not complete. */ let text = kept("advice.text", "");

// ---- changes ----

const remember = () => past.push(JSON.stringify([rulesOfSetup, setup]));

/** @param {object} changes */
function change(changes) {
  remember();
  setup = { ...setup, ...changes };
  check();
}

async function undo() {
  announce("Undone");
  const [value, earlier] = JSON.parse(past.pop() ?? "");
  setup = earlier;
  await rules.choose(value, check);
}

/** @param {number} players */
function changePlayers(players) {
  const fantasyland = numbers(0, players - 1).map((seat) => setup.fantasyland[seat] ?? 0);
  return { players, fantasyland, button: Math.min(setup.button, players - 1) };
}

function changeRules() {
  if (!setup) return open(EXAMPLE);
  remember();
  setup = { ...setup, ...changePlayers(Math.min(setup.players, rules.about.players)) };
  if (!rules.about.fantasylands.length) setup.fantasyland.fill(0);
  check();
}

/** Show the position of a text. @param {string} position */
async function open(position) {
  text = position;
  const answer = await reading.ask({ rules: rules.value, text });
  if (!answer) return;
  const { rules: other, ...read } = answer;
  if (setup) remember();
  setup = read;
  await rules.choose(other || rules.value, check);
}

/** Ask what the position lacks, and for its placements if it is complete. */
async function check() {
  advice.clear();
  chances.clear();
  reading.clear();
  picked = "";
  rulesOfSetup = rules.value;
  keep("advice.setup", setup);
  const answer = await state.ask({ rules: rules.value, ...setup });
  if (!answer) return;
  tray.show(answer.groups, setup.cards);
  setup.cards = tray.contents();
  text = answer.text;
  keep("advice.text", text);
  const isShared = text && typeof rules.value === "string"; // a link has no file of rules
  link("advice", isShared ? { position: text } : {});
  if (text) advice.sharpen({ rules: rules.value, ...setup }, DEALS, showAdvice);
}

function showAdvice({ candidates: [best] }) {
  askForChances();
  announce(`Best: ${best.label}, ${valued(best)} points`);
}

function askForChances() {
  if (tray.place("front")) chances.ask({ rules: rules.value, ...setup, rows: shownCandidate().rows });
}

/** Show another placement. @param {string} label */
function pick(label) {
  picked = label;
  askForChances();
  update();
}

const shownCandidate = () => advice.answer.candidates.find(({ label }) => label === picked)
  ?? advice.answer.candidates[0];

/** Lay the cards of the shown placement on the board: the position becomes that of the next street. */
function place() {
  const { label, rows, discards } = shownCandidate();
  const { hand: _, ...cards } = setup.cards;
  const added = Object.entries({ front: rows[0], middle: rows[1], back: rows[2], discards });
  for (const [name, more] of added) cards[name] = [...(cards[name] ?? []), ...more];
  tray.chosen = "hand";
  announce(`Placed: ${label}`);
  change({ cards });
}

// ---- view ----

/** @param {number} seat */
function fantasylandView(seat) {
  const sizes = state.answer?.sizes ?? [];
  return sizes.length ? choice("Fantasyland", [0, ...sizes], setup.fantasyland[seat],
    (size) => change({ fantasyland: setup.fantasyland.with(seat, size) }),
    (size) => (size ? `${size} cards` : "no")) : nothing;
}

function settingsView() {
  return html`${choice("Players", numbers(2, rules.about.players), setup.players, (number) => change(changePlayers(number)))}
    ${choice("Button", numbers(0, setup.players - 1), setup.button, (button) => change({ button }),
      (seat) => (seat ? `Opponent ${seat}` : "You"))}
    ${state.answer?.can_hide
      ? checkBox("Hide the opponents' cards", setup.hidden, (hidden) => change({ hidden })) : nothing}
    ${buttons(
      button("Undo", undo, !past.length),
      button("Clear the cards", clear),
      button("Example", () => open(EXAMPLE)),
    )}`;
}

function clear() {
  tray.chosen = "hand";
  announce("All cards are in the deck");
  change({ cards: {} });
}

const chanceView = () => html`<h2>What your rows can become</h2>
  ${chances.answer.rows.map(({ row, kinds }) => html`<p><strong>${row}:</strong>
    ${kinds.map(({ kind, chance }) => `${kind} ${percent(chance)}`).join(", ")}</p>`)}
  <p class="note">Chances if you play for this row alone. They are exact.</p>`;

function adviceView() {
  if (!advice.answer) {
    const wait = typeof rules.value === "string" ? "" : "For a rules file, this takes longer at first.";
    const words = advice.isAsked ? `Comparing placements… ${wait}` : "No advice yet: the notes at the cards say what the position lacks.";
    return html`<p class="quiet">${words}</p>`;
  }
  const candidate = shownCandidate();
  const { rows, words, foul } = candidate.board;
  const isStreet = tray.place("front") !== undefined; // not all cards at once
  const { more, note } = advice.answer;
  const notes = [more ? `And ${more} more.` : "", note, advice.isAsked ? "More deals are being played…" : ""];
  return html`${shownBoard(rows, words, isStreet ? candidate.rows.flat() : [])}
    ${foul ? html`<p class="bad">${foul}</p>` : nothing}
    ${isStreet ? buttons(mainButton(`Place ${candidate.label}`, place)) : nothing}
    ${candidateTable(advice.answer.candidates, notes.join(" "), ({ label }) => pick(label), candidate)}
    ${chances.answer?.rows.length ? chanceView() : nothing}`;
}

const textView = () => html`${textField("Position as text", text, open)}
  ${button("Copy", () => copy(text, "Position"), !text)}${reading.errorView()}
  ${reading.error ? html`<p class="note">The cards above are still those of the position before.</p>` : nothing}`;

export const use = {
  name: "advice",
  title: "Advice",
  async start() {
    const position = linked().get("position");
    const isNew = position && position !== text;
    await rules.start();
    if (isNew) await open(position);
  },
  view: () => html`${rules.view()}
    ${rules.about && setup ? html`${settingsView()}${state.errorView()}
      <div class="columns"><details .open=${!text || WIDE.matches}><summary>Cards of the position</summary>
        ${tray.deckView()}${tray.view()}</details>
      <div class="panel"><h2>Advice</h2>${advice.errorView()}${adviceView()}</div></div>` : nothing}
    ${textView()}`,
};
