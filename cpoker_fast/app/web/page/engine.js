// Questions to the engine: the server of `cpoker web`, or a worker of the browser.
// @ts-check
import { ENGINE } from "./package.js";

/**
 * State of the engine: what it does, the bytes loaded and of all, and the error after a failure.
 *
 * @typedef {{phase: "idle" | "loading" | "starting" | "ready" | "failed", loaded: number, total: number, error: string}} State
 */

/** @typedef {{question: string, topic: object, resolve: (answer: any) => void, reject: (error: Error) => void}} Asked */

/** @type {Set<(state: State) => void>} */
const watchers = new Set();
/** @type {State} */
let state = { phase: "idle", loaded: 0, total: 0, error: "" };
/** @type {Asked[]} */
let waiting = [];
/** @type {Asked | null} */
let current = null;
/** @type {Worker | null} */
let worker = null;

/** @param {Partial<State>} changes */
function change(changes) {
  if (changes.phase) performance.mark(`engine ${changes.phase}`);
  state = { ...state, ...changes };
  for (const watcher of watchers) watcher(state);
}

/** Call a function with the state of the engine, now and after each change. @param {(state: State) => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
  watcher(state);
}

const dropped = () => new DOMException("A newer question replaced this one.", "AbortError");

/**
 * Ask a question and return its answer.
 *
 * The engine answers one question at a time, in their order.
 *
 * @param {string} what
 * @param {object} args
 * @param {object} topic Of the questions of one topic that wait, only the newest is answered; the others get an AbortError.
 * @returns {Promise<any>} Rejected with an Error after bad input.
 */
export function ask(what, args, topic) {
  return new Promise((resolve, reject) => {
    for (const asked of waiting) if (asked.topic === topic) asked.reject(dropped());
    waiting = waiting.filter((asked) => asked.topic !== topic);
    waiting.push({ question: JSON.stringify({ what, ...args }), topic, resolve, reject });
    begin();
    next();
  });
}

/** Begin to load the engine, unless it has begun. */
export function begin() {
  if (ENGINE === "server") {
    if (state.phase !== "ready") change({ phase: "ready" });
  } else if (!worker) startWorker();
}

function next() {
  if (current || state.phase !== "ready") return;
  current = waiting.shift() ?? null;
  if (!current) return;
  if (worker) worker.postMessage({ question: current.question });
  else askServer(current.question);
}

/** @param {string} question */
async function askServer(question) {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch("answer", { method: "POST", headers, body: question });
    if (response.ok) finish({ reply: await response.text() });
    else finish({ failure: `The server answered with the status ${response.status}.` });
  } catch {
    finish({ failure: "The server does not answer: start `cpoker web` again." });
  }
}

/** End the current question. @param {{reply?: string, failure?: string}} result */
function finish({ reply, failure }) {
  const asked = current;
  current = null;
  performance.mark("engine answer");
  if (reply === undefined) asked?.reject(new Error(failure));
  else {
    const answer = JSON.parse(reply);
    if ("error" in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer);
  }
  next();
}

/** Reject all questions, and stop the worker; the next question starts it again. @param {string} error */
function fail(error) {
  worker?.terminate();
  worker = null;
  const asked = current ? [current, ...waiting] : waiting;
  current = null;
  waiting = [];
  change({ phase: "failed", error });
  for (const { reject } of asked) reject(new Error(error));
}

/** @param {string} cause */
const stopped = (cause) => `The engine stopped, and starts again with the next question: ${cause}`;

async function startWorker() {
  worker = /** @type {any} */ ({ terminate() {} }); // until the code of the real one is here
  try {
    if (typeof WebAssembly !== "object") throw new Error("This browser has no WebAssembly, which the engine requires.");
    const { loadParts } = await import("./parts.js");
    change({ phase: "loading", loaded: 0, total: 0, error: "" });
    const { code, ...parts } = loadParts((loaded, total) => change({ loaded, total }));
    worker = new Worker(URL.createObjectURL(new Blob([await code], { type: "text/javascript" })));
    worker.onerror = (event) => fail(stopped(event.message || "its program failed"));
    worker.onmessage = ({ data }) => {
      if (data.fatal) fail(stopped(data.fatal));
      else if (data.ready) {
        change({ phase: "ready" });
        next();
        saveForOffline();
      } else finish(data);
    };
    const target = worker;
    const sent = Object.entries(parts).map(async ([part, loading]) => {
      const content = await loading;
      target.postMessage({ part, content }, [content]);
    });
    await Promise.all(sent);
    if (state.phase === "loading") change({ phase: "starting" });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** Save the page in the browser, where its address and the browser allow that. */
function saveForOffline() {
  if (location.protocol === "file:") return;
  navigator.serviceWorker?.register("offline.js").catch(() => {}); // without it, the page still works with a network
}

begin(); // before the page asks, so that its first answer comes sooner
