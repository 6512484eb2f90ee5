// A small engine for Node.js 20 or later, which plays all games without a 2-7 middle for a host. It needs no package.
//
//     cpoker engine --check "node examples/engines/engine.js"
//     cpoker simulate --players "exec:node examples/engines/engine.js,royalties" --deals 1000

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const SIZES = [3, 5, 5]; // of front, middle and back

let rules = {}; // of the match

/** Return the cards in a text such as "AsKd" or "As Kd / 7c": 0 to 51, by rank and then by suit. */
function cardsIn(text) {
  return (text.match(/[2-9TJQKA][cdhs]/g) ?? []).map((card) => 4 * RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]));
}

/** Return cards as text, such as "As Kd"; "-" for no cards. */
function textOf(cards) {
  return cards.map((card) => RANKS[card >> 2] + SUITS[card & 3]).join(" ") || "-";
}

/** Return the strength of a row, complete or not, as a number: its category, then its ranks by importance. */
function strength(row) {
  const counts = Array(13).fill(0);
  for (const card of row) counts[card >> 2] += 1;
  const ranks = [...counts.keys()].filter((rank) => counts[rank]).sort((a, b) => counts[b] - counts[a] || b - a);
  const most = counts[ranks[0]] ?? 0;
  const pairs = ranks.filter((rank) => counts[rank] > 1).length;
  let category = most === 4 ? 7 : most === 3 ? (pairs > 1 ? 6 : 3) : pairs;
  if (ranks.length === 5) {
    const isWheel = ranks[0] === 12 && ranks[1] === 3;
    const isStraight = isWheel || ranks[0] - ranks[4] === 4;
    const isFlush = row.every((card) => (card & 3) === (row[0] & 3));
    category = isStraight && isFlush ? 8 : isFlush ? 5 : isStraight ? 4 : 0;
    if (isWheel && rules.wheel === "lowest") ranks[0] = 3; // the ace is low
  }
  return [0, 1, 2, 3, 4].reduce((total, index) => 16 * total + (ranks[index] ?? 0), category);
}

/** Return how promising rows are: high and equal cards, and cards of a suit, most in the back; rows must be in order. */
function promise(rows) {
  const strengths = rows.map(strength);
  let total = -500 * ((strengths[0] > strengths[1]) + (strengths[1] > strengths[2]));
  rows.forEach((row, index) => {
    const isSuited = index > 0 && row.every((card) => (card & 3) === (row[0] & 3));
    const ranks = row.reduce((sum, card) => sum + (card >> 2), 0);
    total += (index + 1) * (40 * (strengths[index] >> 20) + ranks + (isSuited ? 2 * row.length ** 2 : 0));
  });
  return total;
}

/** Return the candidate with the most promising rows; `rowsOf` returns the rows of a candidate. */
function best(candidates, rowsOf) {
  let choice = null;
  let most = -Infinity;
  for (const candidate of candidates) {
    const value = promise(rowsOf(candidate));
    if (value > most) [choice, most] = [candidate, value];
  }
  return choice;
}

/**
 * Set 13 to 17 cards, and return front, middle and back: quads, trips, pairs and single cards in this order, the first five
 * in the back, the next five in the middle. Other candidates begin with five cards of a suit. None is a foul.
 */
function setBoard(hand) {
  const suits = [0, 1, 2, 3].filter((suit) => hand.filter((card) => (card & 3) === suit).length >= 5);
  const candidates = [...suits, -1].map((suit) => {
    const first = hand.filter((card) => (card & 3) === suit).sort((a, b) => b - a).slice(0, 5);
    const rest = hand.filter((card) => !first.includes(card));
    const key = (card) => card + 64 * rest.filter((other) => other >> 2 === card >> 2).length;
    const cards = [...first, ...rest.sort((a, b) => key(b) - key(a))];
    const fives = [cards.slice(5, 10), cards.slice(0, 5)];
    if (strength(fives[0]) > strength(fives[1])) fives.reverse();
    return [cards.slice(10, 13), ...fives];
  });
  return best(candidates, (rows) => rows);
}

/** Yield all ways to place the cards of a hand from an index: lists of rows (3 for a discard), one for each card. */
function* waysToPlace(hand, rooms, discards, rows = []) {
  if (rows.length === hand.length) {
    if (!discards) yield rows;
    return;
  }
  for (let row = 0; row < 3; row += 1) {
    if (rooms[row]) {
      yield* waysToPlace(hand, rooms.with(row, rooms[row] - 1), discards, [...rows, row]);
    }
  }
  if (discards) yield* waysToPlace(hand, rooms, discards - 1, [...rows, 3]);
}

/** Return the best placement in a position, a text such as "seat 1; button 2; ...; hand As Kd 7c". */
function place(position, streets) {
  const parts = position.split("; ").map((part) => [part.split(" ")[0], part.slice(part.indexOf(" ") + 1)]);
  const fields = Object.fromEntries(parts);
  const boards = parts.filter(([key]) => key === "board").map(([, text]) => text.split("/").map(cardsIn));
  const hand = cardsIn(fields.hand);
  if (hand.length >= 13) return setBoard(hand); // all cards are placed at once
  const rows = boards[fields.seat - 1];
  const added = (way) => rows.map((_, row) => hand.filter((_card, index) => way[index] === row));
  const rooms = rows.map((row, index) => SIZES[index] - row.length);
  const ways = waysToPlace(hand, rooms, hand.length - streets[fields.street - 1][1]);
  return added(best(ways, (way) => added(way).map((cards, row) => [...rows[row], ...cards])));
}

/** The reply to each type of message. */
const replies = {
  hello: () => ({ type: "hello", protocol: 1, name: "engine.js" }),
  match: (message) => {
    rules = message.rules;
    if (rules.lowball_middle) throw new Error("this engine plays no 2-7 middles");
    return { type: "ready" };
  },
  place: ({ id, shared, positions }) => {
    const placements = positions.map((text) => place(shared + text, rules.streets));
    return { type: "placements", id, placements: placements.map((rows) => rows.map(textOf).join(" / ")) };
  },
  settled: () => null,
  ping: ({ id }) => ({ type: "pong", id }),
};

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "quit") process.exit();
    let reply;
    try {
      if (!Object.hasOwn(replies, message.type)) throw new Error(`unknown type ${message.type}`);
      reply = replies[message.type](message);
    } catch (error) {
      reply = { type: "error", id: message.id, message: error.message };
    }
    if (reply) process.stdout.write(`${JSON.stringify(reply)}\n`);
  });
