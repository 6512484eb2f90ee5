// Scores a table: boards are typed, pasted or laid, and each pairing is settled and explained.
// @ts-check
import { Question, announce, focusOn, keep, kept, numbers, update } from "./app.js";
import { NO_ROWS, ROWS, shownBoard } from "./cards.js";
import { DeckTray } from "./deck_tray.js";
import { button, buttons, checkBox, choice, withField } from "./fields.js";
import { html, nothing } from "./lit-html.js";
import { resultView } from "./payments.js";
import { RulesChoice } from "./rules.js";
import { rowPlaces } from "./tray.js";

/** @typedef {{name: string, shows: string, rows: string[][], plays_rows: boolean, fantasyland: number}} Player */

const CARDS = 13;
const [LEAST_PLAYERS, MOST_PLAYERS] = [2, 4];
const EXAMPLE = {
  Ann: "Ad Ac 9s/Th Td 4s 4c 2h/Kh Jh 8h 6h 3h",
  Bo: "Kc Qd 7s/9h 9c Js 6d 5d/Ts 9d 8c 7d 6s",
  Cy: "Qs Qc 5h/5s 5c 2s 2d 2c/7h 7c 3s 3d 3c",
};

/** @param {string} name @param {string[][]} [rows] @returns {Player} */
const newPlayer = (name, rows = NO_ROWS) => ({ name, shows: "board", rows, plays_rows: false, fantasyland: 0 });

const example = () => ({
  players: Object.entries(EXAMPLE).map(([name, text]) => newPlayer(name, text.split("/").map((row) => row.split(" ")))),
  button: 0,
  chips: 1,
});

/** @type {{players: Player[], button: number, chips: number}} */
let table = kept("scorer", example());
/** Earlier tables, as JSON. @type {string[]} */
const past = [];
let settledTable = JSON.stringify(table);
let open = -1; // seat whose cards are being laid
/** Text of each board that could not be read. @type {string[]} */
let typed = [];
const readings = Array.from({ length: MOST_PLAYERS }, () => new Question("boards_in_text"));
const settled = new Question("settled_table");
const rules = new RulesChoice("scorer", "house-rules", settle);
const tray = new DeckTray(() => {
  const player = table.players[open];
  const isFilled = tray.isComplete && !isFull(player);
  player.rows = tray.rows;
  if (isFilled) layNext(player);
  settle();
});

/** @param {Player} player */
const isFull = ({ rows }) => rows.flat().length === CARDS;

function settle() {
  const now = JSON.stringify(table);
  if (now !== settledTable) past.push(settledTable);
  settledTable = now;
  keep("scorer", table);
  if (rules.about) settled.ask({ rules: rules.value, ...table });
}

/** Show other boards, and lay cards for a seat. @param {typeof table} other */
function show(other, seat = -1) {
  table = other;
  typed = [];
  readings.forEach((reading) => reading.clear());
  settled.clear();
  lay(seat);
  settle();
}

function undo() {
  settledTable = past.pop() ?? settledTable;
  show(JSON.parse(settledTable));
  announce("Undone");
}

/** @param {Player[]} players @param {number} [seat] whose cards are laid next */
const seatPlayers = (players, seat) => show({ ...table, players, button: Math.min(table.button, players.length - 1) }, seat);

/** Open the tray of a player; -1 closes it. @param {number} seat */
function lay(seat) {
  open = seat;
  if (seat < 0) return update();
  const { name, rows } = table.players[seat];
  const cards = Object.fromEntries(ROWS.map((row, index) => [row, rows[index]]));
  tray.show([{ title: `Cards of ${name}`, seat: null, places: rowPlaces() }], cards);
  tray.chosen = ROWS[0];
  tray.chooseFree();
}

/** Go on to the next player without all cards. @param {Player} player who has all cards now */
function layNext({ name }) {
  const next = table.players.findIndex((player) => player.shows === "board" && !isFull(player));
  lay(next);
  announce(next < 0 ? `${name} has all cards.` : `${name} has all cards. Next: ${table.players[next].name}`);
  focusOn(".scorer .deck .card:enabled");
}

/** @param {number} seat @param {Partial<Player>} changes */
function change(seat, changes) {
  Object.assign(table.players[seat], changes);
  if (open === seat) lay(changes.shows && changes.shows !== "board" ? -1 : seat);
  settle();
}

/** @param {Partial<typeof table>} changes */
function changeTable(changes) {
  Object.assign(table, changes);
  settle();
}

/** Read the board of a player or, from several lines, of the next ones, too. @param {number} seat @param {string} text */
async function type(seat, text) {
  typed[seat] = text;
  const answer = await readings[seat].ask({ text });
  if (!answer) return;
  delete typed[seat];
  const most = rules.about?.players ?? MOST_PLAYERS;
  if (seat + answer.players.length > most) announce(`These rules are for at most ${most} players.`);
  answer.players.slice(0, most - seat).forEach((player, index) => {
    const at = seat + index;
    const seated = table.players[at] ?? newPlayer(`Player ${at + 1}`);
    table.players[at] = { ...seated, ...player, name: player.name || seated.name };
  });
  lay(open);
  settle();
}

/** @param {Player} player */
function asText({ shows, rows }) {
  if (shows !== "board") return shows;
  return rows.flat().length ? rows.map((row) => row.join(" ") || "-").join(" / ") : "";
}

/** @param {number} seat */
function openOrClose(seat) {
  lay(open === seat ? -1 : seat);
  if (open === seat) change(seat, { shows: "board" });
}

// ---- players ----

/** @param {Player} player @param {number} seat */
function playerView(player, seat) {
  const about = settled.answer?.players[seat];
  const isOpen = seat === open;
  const problem = about?.problem || about?.remark;
  return html`<section class="panel" aria-label=${player.name}>
    <div class="buttons">
      <input type="text" class="name" aria-label="Name of player ${seat + 1}" maxlength="40" .value=${player.name}
        @change=${withField(({ value }) => change(seat, { name: value.trim() || `Player ${seat + 1}` }))}>
      <button aria-expanded=${isOpen} @click=${() => openOrClose(seat)}>${isOpen ? "Done" : "Lay cards"}</button>
    </div>
    ${textView(player, seat)}
    ${player.shows === "board" ? shownBoard(player.rows, about?.words) : nothing}
    ${problem ? html`<p class="bad">${problem}</p>` : nothing}
    ${about?.naturals.length ? html`
      <p>Natural: ${about.natural || `${about.naturals.join(", ")} (not declared)`}</p>
      ${checkBox("Compare the rows instead", player.plays_rows, (isChecked) => change(seat, { plays_rows: isChecked }))}`
      : nothing}
    ${rules.about?.fantasylands.length ? choice("Now in Fantasyland", [0, ...rules.about.fantasylands], player.fantasyland,
      (fantasyland) => change(seat, { fantasyland }), (size) => (size ? `with ${size} cards` : "no")) : nothing}
  </section>
  ${isOpen ? layingView(player, seat) : nothing}`;
}

/** The field for a board as text. @param {Player} player @param {number} seat */
function textView(player, seat) {
  return html`<textarea rows="1" spellcheck="false" aria-label="Board of ${player.name}" placeholder="front / middle / back"
      .value=${typed[seat] ?? asText(player)} @change=${withField(({ value }) => type(seat, value))}
      @paste=${withField((field) => setTimeout(() => type(seat, field.value)))}
      @keydown=${(event) => {
        if (event.key !== "Enter" || event.shiftKey) return;
        event.preventDefault();
        type(seat, event.target.value);
      }}></textarea>${readings[seat].errorView()}`;
}

/** @param {Player} player @param {number} seat */
function layingView(player, seat) {
  const others = table.players.filter((other) => other !== player);
  return html`<section class="panel laying columns" aria-label="Cards of ${player.name}">
    <div>${tray.view()}</div>
    <div>
      ${tray.deckView(others.flatMap((other) => other.rows.flat()))}
      ${buttons(
        button("Clear this board", () => change(seat, { rows: NO_ROWS })),
        button("Dead hand", () => change(seat, { shows: "dead hand" })),
        rules.about?.surrender && button("Surrender", () => change(seat, { shows: "surrender" })),
        table.players.length > LEAST_PLAYERS && button(`Remove ${player.name}`, () => seatPlayers(others)),
      )}
    </div>
  </section>`;
}

// ---- the page ----

function view() {
  const { about } = rules;
  const { answer } = settled;
  const { players, chips } = table;
  const names = players.map(({ name }) => name);
  const faulty = names.filter((_, seat) => answer?.players[seat]?.problem).join(", ");
  const count = players.length;
  return html`${rules.view()}
    <p class="note">Type or paste boards as “front / middle / back”, each on a line, or lay their cards.</p>
    <div class="columns seats">${players.map(playerView)}</div>
    ${buttons(
      count < about?.players
        && button("Add a player", () => seatPlayers([...players, newPlayer(`Player ${count + 1}`)], count)),
      button("Undo", undo, !past.length),
      button("Clear", () => seatPlayers(names.map((name) => newPlayer(name)), 0)),
      button("Example", () => show(example())),
    )}
    ${about?.button ? choice(about.banker ? "Banker" : "Button", numbers(0, count - 1), table.button,
      (seat) => changeTable({ button: seat }), (seat) => names[seat]) : nothing}
    <label class="field">Chips for each point
      <input type="number" min="1" max="1000000" .value=${chips}
        @change=${withField(({ value }) => changeTable({ chips: Number(value) || 1 }))}></label>
    <section class="panel" aria-label="Result">${settled.errorView()}
      ${answer?.settled ? resultView(names, answer.settled)
        : html`<p role="status">${answer && (answer.waiting || `See above what is wrong: ${faulty}.`)}</p>`}
    </section>`;
}

export const use = { name: "scorer", title: "Scorer", start: () => rules.start(), view };
