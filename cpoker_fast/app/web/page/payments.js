// The result of a table: who pays whom and why, as a picture with an arrow for each pairing, and as text.
// @ts-check
import { copy, signed, update } from "./app.js";
import { button, buttons } from "./fields.js";
import { html, nothing, svg } from "./lit-html.js";

const MOST_LETTERS = 11; // of a name
const DIAGONAL = 2; // seats between two players who sit opposite each other
/**
 * Height, and the middle of each player's place, by the number of players.
 * @type {Record<number, {height: number, places: number[][]}>}
 */
const TABLES = {
  2: { height: 64, places: [[60, 32], [340, 32]] },
  3: { height: 240, places: [[200, 32], [340, 208], [60, 208]] },
  4: { height: 290, places: [[60, 32], [340, 32], [340, 258], [60, 258]] },
};

let openPairing = -1;

/** @param {number} index of the pairing whose reasons are shown, or -1 */
function openReasons(index) {
  openPairing = index;
  update();
}

/** The result. @param {string[]} names @param {any} settled in the answer to "settled_table" */
export function resultView(names, { points, pairings, pool, ends, text }) {
  return html`<h2>Who pays whom</h2>
    <p role="status">${names.map((name, seat) => `${name} ${signed(points[seat] ?? 0)}`).join(", ")}</p>
    ${pairings.length ? html`<div class="columns">${picture(names, points, pairings)}
      <div><p class="note">Open a payment to see its reasons.</p>
        ${pairings.map((pairing, index) => pairingView(names, pairing, index))}
      </div></div>` : nothing}
    ${listView([...pool, ...ends])}
    ${buttons(button("Copy as text", () => copy(text, "Result")))}`;
}

/** A line of the package, with the sign of this page. @param {string} line */
export const withMinus = (line) => line.replaceAll(/(?<= )-(?=\d)/g, "−");

/** Lines of the package. @param {string[]} lines */
export const listView = (lines) => html`<ul>${lines.map((line) => html`<li>${withMinus(line)}</li>`)}</ul>`;

/** @param {string[]} names @param {any} pairing @param {number} index */
function pairingView(names, { seats: [first, second], points, why }, index) {
  const [one, other] = [names[first], names[second]];
  const payment = points > 0 ? `${other} pays ${one}` : points < 0 ? `${one} pays ${other}` : `${one} and ${other}:`;
  return html`<details .open=${index === openPairing} @toggle=${(event) => {
    if (event.target.open !== (index === openPairing)) openReasons(event.target.open ? index : -1);
  }}><summary>${payment} <b>${Math.abs(points)}</b></summary>
    <p class="quiet">Points of ${one}: ${signed(points)}</p>
    ${listView(why)}
  </details>`;
}

// ---- the picture, for the eyes: all of it is text, too ----

/** @param {string[]} names @param {number[]} points @param {any[]} pairings */
function picture(names, points, pairings) {
  const { height, places } = TABLES[points.length];
  return html`<svg class="payments" viewBox="0 0 400 ${height}" aria-hidden="true">
    <marker id="arrowhead" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="14" markerHeight="14"
      markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 10 5 0 10z"/></marker>
    ${pairings.map((pairing, index) => svg`<g class="arrow ${index === openPairing ? "chosen" : ""}"
      @click=${() => openReasons(index)}>${arrow(pairing, places)}</g>`)}
    ${points.map((total, seat) => svg`<g transform="translate(${places[seat].join()})">
      <rect x="-55" y="-27" width="110" height="54" rx="10"/>
      <text y="-5">${shortened(names[seat] ?? "")}</text><text font-weight="700" y="18">${signed(total)}</text></g>`)}
  </svg>`;
}

/** @param {string} name */
const shortened = (name) => (name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name);

/** An arrow from the player who pays to the one who is paid. @param {any} pairing @param {number[][]} places */
function arrow({ seats: [first, second], points }, places) {
  const [from, to] = points > 0 ? [places[second], places[first]] : [places[first], places[second]];
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const part = Math.min(58 / Math.abs(dx || 1e-9), 30 / Math.abs(dy || 1e-9)); // of the way lies in the place of a player
  const [x1, y1, x2, y2] = [from[0] + part * dx, from[1] + part * dy, to[0] - part * dx, to[1] - part * dy];
  const way = places.length === 4 && second - first === DIAGONAL ? 0.3 : 0.5; // diagonals cross in the middle
  const [x, y] = [x1 + way * (x2 - x1), y1 + way * (y2 - y1)];
  const line = `M${x1} ${y1} ${x2} ${y2}`;
  return svg`<path class="touch" d=${line}/><path d=${line} marker-end=${points ? "url(#arrowhead)" : ""}
    stroke-dasharray=${points ? "" : "4 4"}/>
    <circle cx=${x} cy=${y} r="16"/><text x=${x} y=${y + 6}>${Math.abs(points)}</text>`;
}
