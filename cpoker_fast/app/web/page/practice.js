// Practice: a hand to set, what it loses to the best board, and hands that come again.
// @ts-check
import { Question, announce, counted, focusOn, keep, kept, numbers, unsigned, update } from "./app.js";
import { NO_ROWS, ROWS } from "./cards.js";
import { Clock } from "./clock.js";
import { button, buttons, choice, mainButton } from "./fields.js";
import { html, nothing } from "./lit-html.js";
import { Repeats, lossInWords } from "./repeats.js";
import { RulesChoice } from "./rules.js";
import { Tray, handPlace, rowPlaces } from "./tray.js";
import { checkView, verdictView } from "./verdict.js";

const LIMITS = [0, 15, 30, 45, 60, 90, 120, 180];
const DEALS = [200, 1000, 5000, 20000]; // of a check

/**
 * A session (`drill` is a text that only the package reads), and its hand. `repeat` tells what a hand that comes again lost
 * last time; it is empty for other hands.
 * @typedef {{drill: string, session: any, hand: string[], repeat: string, rows: string[][],
 *   verdict: any}} State
 */
/** Sessions by exact game, so that other settings lose none. @type {Record<string, State>} */
const sessions = kept("practice.sessions", {});
/** @type {State | null} */ let state = null;
let opponents = kept("practice.opponents", 3);

const repeats = new Repeats();
const clock = new Clock("practice", () => Boolean(state) && !state?.verdict && !judging.isAsked,
  () => !judging.error && judge("time"));
const [beginning, dealing, describing, judging, checking] = ["start", "hand", "rows", "verdict", "check"]
  .map((name) => new Question(`practice_${name}`, "practice"));
const tray = new Tray(() => {
  save();
  describe();
});
const rules = new RulesChoice("practice", "pagat", begin, (preset) => preset.closed);

const most = () => Math.min(3, rules.about.players - 1);
const game = () => `${rules.about.name}, ${counted(opponents, "opponent")}`;
/** The game exactly, also under rules of a file. */ const exactGame = () => JSON.stringify([rules.value, opponents]);

function save() {
  if (!state) return;
  if (!state.verdict) state.rows = tray.rows;
  sessions[exactGame()] = state;
  keep("practice.sessions", sessions);
}

// ---- hands ----

/** Go on with the session of the chosen game, or begin one. */
function begin(chosen = opponents) {
  opponents = Math.min(chosen, most());
  keep("practice.opponents", opponents);
  if (state) clock.reset();
  const session = sessions[exactGame()];
  if (session) show(session);
  else beginSession();
}

async function beginSession() {
  state = null;
  const answer = await beginning.ask({ rules: rules.value, opponents });
  if (answer) deal(answer);
}

async function next() {
  const answer = await dealing.ask({ drill: state?.drill });
  if (!answer || !state) return;
  deal({ ...state, ...answer });
  focusOn(".tray .hand .card");
}

/** Show a hand that is due again, or else the next one. @param {State} dealt */
function deal(dealt) {
  const due = repeats.due(game());
  const repeat = due ? `A hand again: ${lossInWords(due)} last time.` : "";
  clock.reset();
  show({ ...dealt, hand: due?.cards ?? dealt.hand, repeat, rows: NO_ROWS, verdict: null });
  announce(repeat || "A new hand.");
}

/** @param {State} shown */
function show(shown) {
  state = shown;
  judging.clear();
  checking.clear();
  tray.isLocked = false;
  tray.set([handPlace(state.hand), ...rowPlaces()]);
  lay(state.rows);
}

/** @param {string[][]} rows */
function lay(rows) {
  tray.layRows(rows);
  tray.moved();
}

async function describe() {
  const answer = await describing.ask({ rules: rules.value, rows: tray.rows });
  if (answer) tray.describe(answer.words);
}

/** Judge the hand. @param {"set" | "surrender" | "time"} end */
async function judge(end) {
  if (!state || state.verdict || judging.isAsked) return;
  const { drill, hand, repeat } = state;
  tray.isLocked = true;
  const answer = await judging.ask({ drill, hand: repeat ? hand : null, end, rows: tray.rows, seconds: clock.seconds });
  tray.isLocked = false;
  if (!answer || state?.drill !== drill) return update();
  const { drill: after, session, ...judged } = answer;
  const again = repeats.note(game(), hand, judged.loss, end === "time");
  state = { ...state, drill: after, session, verdict: { ...judged, end, again } };
  announce("");
  save();
  focusOn("#loss");
}

/** Estimate the loss by dealing hands to the opponents, more and more precisely. */
function check() {
  const [hand, own] = [state?.hand, state?.verdict.own];
  checking.sharpen({ rules: rules.value, opponents, hand, rows: own.surrenders ? null : own.rows }, DEALS);
}

// ---- view ----

function key(event) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  if (state?.verdict) next();
  else if (tray.isComplete) judge("set");
}

/** Move the rest of the hand into the only row with room. @param {string} open */
const fill = (open) => lay(ROWS.map((row) => [...tray.cards(row), ...(row === open ? tray.cards("hand") : [])]));

const settingsView = () => html`<details class="panel">
  <summary>Settings: ${rules.about ? game() : "no rules"},
    ${clock.limit ? `${clock.limit} seconds per hand` : "no time limit"}</summary>
  ${rules.view()}
  ${rules.about ? choice("Opponents", numbers(1, most()), opponents, begin) : nothing}
  ${choice("Time per hand", LIMITS, clock.limit, (value) => clock.setLimit(value),
    (value) => (value ? `${value} seconds` : "no limit"))}
  <p class="note">Each choice of rules and opponents has a session of its own, which stays when you choose another.</p>
</details>`;

function handView() {
  const [open, ...others] = tray.openRows;
  const inHand = tray.cards("hand").length;
  const foul = tray.isComplete && describing.answer?.foul;
  return html`${tray.view()}
    ${foul ? html`<p class="error" role="alert">Foul: ${foul}.</p>` : nothing}
    ${judging.errorView()}
    ${buttons(
      mainButton("Set the hand", () => judge("set"), !tray.isComplete || judging.isAsked),
      open && !others.length && inHand && button(`Rest to ${open}`, () => fill(open)),
      inHand < 13 && button("Take all back", () => lay(NO_ROWS)),
      rules.about.surrender && button("Surrender", () => confirm("Surrender this hand?") && judge("surrender")),
      clock.view(),
    )}
    <p class="note">${tray.manual} Ctrl+Enter sets the hand.</p>`;
}

function judgedView() {
  return verdictView(state?.verdict, html`
    ${buttons(mainButton("Next hand", next), !state?.verdict.same && button("Check with dealt hands", check))}
    ${dealing.errorView()} ${checking.errorView()}
    ${checking.answer ? checkView(checking.answer, checking.isAsked) : nothing}`);
}

const sessionView = ({ hands, loss, margin, seconds }) => html`<section class="panel"><h2>Session</h2>
  ${hands ? html`<p>${counted(hands, "hand")}: loss ${unsigned(loss, margin ?? undefined)} points per hand,
    ${seconds.toFixed(0)} s per hand.</p>` : html`<p>No hand yet.</p>`}
  <p class="note">Hands that come again do not count.${margin === null ? "" : " ± is the margin of error (95 %)."}</p>
  ${button("New session", () => (!hands || confirm("Forget these numbers, and begin a new session?")) && beginSession())}
</section>`;

export const use = {
  name: "practice",
  title: "Practice",
  start() {
    clock.start();
    rules.start();
  },
  view: () => html`<div @keydown=${key}>${settingsView()}
    ${beginning.errorView()}
    ${beginning.isAsked ? html`<p class="quiet">Preparing…</p>` : nothing}
    ${state && rules.about && tray.places.length ? html`<div class="columns">
      <section>${state.repeat ? html`<p><strong>${state.repeat}</strong></p>` : nothing}
        ${state.verdict ? judgedView() : handView()}</section>
      <div>${sessionView(state.session)} ${repeats.view(game())}</div>
    </div>` : nothing}</div>`,
};
