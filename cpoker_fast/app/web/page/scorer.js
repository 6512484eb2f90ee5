// Scores a table: boards are typed, pasted or laid, and each pairing is settled and explained.
// @ts-check
import { Question, announce, keep, kept, update } from "./app.js";
import { deck, shownBoard, sorted } from "./cards.js";
import { html, nothing } from "./lit-html.js";
import { resultView } from "./payments.js";
import { RulesChoice } from "./rules.js";
import { Tray, rowPlaces } from "./tray.js";

/** @typedef {{name: string, shows: string, rows: string[][], plays_rows: boolean, fantasyland: number}} Player */

const ROOM = rowPlaces().map((place) => place.room);
const CARDS = 13;
const [LEAST_PLAYERS, MOST_PLAYERS] = [2, 4];
const EXAMPLE = {
  Ann: "Ac Ad 9s/Th Td 4s 4c 2h/Kh Jh 8h 6h 3h",
  Bo: "Kc Qd 7s/9h 9c Js 6d 5d/Ts 9d 8c 7d 6s",
  Cy: "Qs Qc 5h/5s 5c 2s 2d 2c/7h 7c 3s 3d 3c",
};

/** @param {string} name @param {string[][]} [rows] @returns {Player} */
const newPlayer = (name, rows = [[], [], []]) => ({ name, shows: "board", rows, plays_rows: false, fantasyland: 0 });

const example = () => ({
  players: Object.entries(EXAMPLE).map(([name, text]) => newPlayer(name, text.split("/").map((row) => row.split(" ")))),
  button: 0,
  chips: 1,
});

/** @type {{players: Player[], button: number, chips: number}} */
let table = kept("scorer", example());
let open = -1; // seat whose cards are being laid
let aim = -1; // row for the next card of the deck, or -1 for the next free place
/** Text of each board that could not be read. @type {string[]} */
let typed = [];
const readings = Array.from({ length: MOST_PLAYERS }, () => new Question("boards_in_text"));
const settled = new Question("settled_table");
const rules = new RulesChoice("scorer", "house-rules", () => true, settle);
const tray = new Tray(() => {
  table.players[open].rows = tray.places.map((place) => place.cards);
  settle();
});

function settle() {
  keep("scorer", table);
  if (!rules.about) return;
  settled.ask({ rules: rules.value, ...table });
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

/** @param {Player[]} players @param {number} [seat] whose cards are laid next */
const seatPlayers = (players, seat) => show({ ...table, players, button: Math.min(table.button, players.length - 1) }, seat);

/** Open the tray of a player; -1 closes it. @param {number} seat */
function lay(seat) {
  open = seat;
  if (seat >= 0) tray.set(rowPlaces().map((place, row) => ({ ...place, cards: table.players[seat].rows[row] })));
  update();
}

/** @param {number} seat @param {Partial<Player>} changes */
function change(seat, changes) {
  Object.assign(table.players[seat], changes);
  if (open === seat) lay(changes.shows && changes.shows !== "board" ? -1 : seat);
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
  answer.players.slice(0, most - seat).forEach((/** @type {Player} */ player, /** @type {number} */ index) => {
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

/** Lay a card of the deck, or give it back. @param {string} card */
function toggle(card) {
  const { rows, name } = table.players[open];
  const from = rows.findIndex((row) => row.includes(card));
  const free = rows.findIndex((row, index) => row.length < ROOM[index]);
  const to = aim >= 0 && rows[aim].length < ROOM[aim] ? aim : free;
  if (from >= 0) rows[from] = rows[from].filter((other) => other !== card);
  else rows[to] = sorted([...rows[to], card]);
  const next = table.players.findIndex((player) => player.shows === "board" && player.rows.flat().length < CARDS);
  lay(rows.flat().length < CARDS ? open : next);
  if (rows.flat().length === CARDS) {
    announce(next < 0 ? `${name} has all cards.` : `${name} has all cards. Next: ${table.players[next].name}`);
    setTimeout(() => /** @type {any} */ (document.querySelector(".scorer .deck .card:enabled"))?.focus());
  }
  settle();
}

// ---- players ----

/** Call a function with the value of a field that was changed. @param {(value: string) => void} act */
const withValue = (act) => (/** @type {any} */ event) => act(event.target.value);

/**
 * A choice from a list; options are pairs of a value and a text.
 * @param {string} label @param {[number, string][]} options @param {number} chosen @param {(value: number) => void} choose
 */
const choiceView = (label, options, chosen, choose) => html`<label class="field">${label}
  <select @change=${withValue((value) => choose(Number(value)))}>${options.map(([value, text]) => html`<option value=${value}
    .selected=${value === chosen}>${text}</option>`)}</select></label>`;

/** @param {Player} player @param {number} seat */
function playerView(player, seat) {
  const about = settled.answer?.players[seat];
  const isOpen = seat === open;
  const problem = about?.problem || about?.remark;
  return html`<section class="panel" aria-label=${player.name}>
    <div class="head">
      <input type="text" aria-label="Name of player ${seat + 1}" maxlength="40" .value=${player.name}
        @change=${withValue((name) => change(seat, { name: name.trim() || `Player ${seat + 1}` }))}>
      <button aria-expanded=${isOpen} @click=${() => openOrClose(seat)}>${isOpen ? "Done" : "Lay cards"}</button>
    </div>
    ${textView(player, seat)}
    ${player.shows === "board" ? shownBoard(player.rows, about?.words) : nothing}
    ${problem ? html`<p class="bad">${problem}</p>` : nothing}
    ${about?.naturals.length ? html`
      <p>Natural: ${about.natural || `${about.naturals.join(", ")} (not declared)`}</p>
      <label class="field"><input type="checkbox" .checked=${player.plays_rows}
        @change=${(/** @type {any} */ event) => change(seat, { plays_rows: event.target.checked })}>
        Compare the rows instead</label>` : nothing}
    ${rules.about?.fantasylands.length ? choiceView("Now in Fantasyland",
      [[0, "no"], ...rules.about.fantasylands.map((/** @type {number} */ size) => [size, `with ${size} cards`])],
      player.fantasyland, (fantasyland) => change(seat, { fantasyland })) : nothing}
  </section>
  ${isOpen ? layingView(player, seat) : nothing}`;
}

/** The field for a board as text. @param {Player} player @param {number} seat */
function textView(player, seat) {
  return html`<textarea rows="1" spellcheck="false" aria-label="Board of ${player.name}" placeholder="front / middle / back"
      .value=${typed[seat] ?? asText(player)} @change=${withValue((text) => type(seat, text))}
      @paste=${(/** @type {any} */ event) => setTimeout(() => type(seat, event.target.value))}
      @keydown=${(/** @type {any} */ event) => {
        if (event.key !== "Enter" || event.shiftKey) return;
        event.preventDefault();
        type(seat, event.target.value);
      }}></textarea>${readings[seat].errorView()}`;
}

/** @param {Player} player @param {number} seat */
function layingView(player, seat) {
  const laid = player.rows.flat();
  const taken = table.players.filter((other) => other !== player).flatMap((other) => other.rows.flat());
  return html`<section class="panel laying columns" aria-label="Cards of ${player.name}">
    <div><h2>Cards of ${player.name}</h2>${tray.view()}</div>
    <div>
      ${choiceView("Cards of the deck go to", [[-1, "the next free place"], [0, "front"], [1, "middle"], [2, "back"]], aim,
        (row) => { aim = row; })}
      ${deck({ chosen: laid, taken, isFull: laid.length === CARDS, toggle })}
      <div class="buttons">
        <button @click=${() => change(seat, { rows: [[], [], []] })}>Clear this board</button>
        <button @click=${() => change(seat, { shows: "dead hand" })}>Dead hand</button>
        ${rules.about?.surrender
          ? html`<button @click=${() => change(seat, { shows: "surrender" })}>Surrender</button>` : nothing}
        ${table.players.length > LEAST_PLAYERS
          ? html`<button @click=${() => seatPlayers(table.players.filter((other) => other !== player))}
            >Remove ${player.name}</button>` : nothing}
      </div>
    </div>
  </section>`;
}

// ---- the page ----

function view() {
  const { about } = rules;
  const { answer } = settled;
  const [count, most] = [table.players.length, about?.players ?? 0];
  return html`${rules.view()}
    <p class="note">Type or paste boards as “front / middle / back”, each on a line, or lay their cards.</p>
    <div class="columns seats">${table.players.map(playerView)}</div>
    <div class="buttons">
      ${count < most
        ? html`<button @click=${() => seatPlayers([...table.players, newPlayer(`Player ${count + 1}`)], count)}
          >Add a player</button>` : nothing}
      <button @click=${() => seatPlayers(table.players.map(({ name }) => newPlayer(name)), 0)}>Clear</button>
      <button @click=${() => show(example())}>Example</button>
    </div>
    ${about?.button ? choiceView(about.banker ? "Banker" : "Button", table.players.map(({ name }, seat) => [seat, name]),
      table.button, (seat) => {
        table.button = seat;
        settle();
      }) : nothing}
    <label class="field">Chips for each point
      <input type="number" min="1" max="1000000" .value=${table.chips} @change=${withValue((value) => {
        table.chips = Number(value);
        settle();
      })}></label>
    <section class="panel" aria-label="Result">${settled.errorView()}
      ${answer?.settled ? resultView(table.players.map(({ name }) => name), answer.settled)
        : html`<p role="status">${answer && (answer.waiting || "A board has a problem: see above.")}</p>`}
    </section>`;
}

export const use = { name: "scorer", title: "Scorer", start: () => rules.start(), view };
