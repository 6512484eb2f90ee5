// The engine in the browser: the package and NumPy in Pyodide, which continue from an image of their memory.
// @ts-check
import { loadPyodide } from "pyodide";
import { ENVIRONMENT, fillImage, linkAtStart, reopenHandles } from "./libraries.js";

const ADDRESS = "engine:/"; // of Pyodide's own files, which it requests
const WASM = { headers: { "Content-Type": "application/wasm" } };
const NO_MODULES = new Uint8Array(); // the image has all modules
const CACHE = `${ENVIRONMENT.HOME}/.cache/cpoker_fast`; // where the package keeps equilibria that it has found
const MOST_CACHED = 20; // files, of about 50 KB
const MOST_WAIT = 5000; // milliseconds, where IndexedDB hangs
const LOCK = { info: { abi_version: "2025_0" }, packages: {} };

/** @type {Record<string, (content: ArrayBuffer) => void>} */
const arrived = {};

/** Return a part of the engine once the page has sent it. @param {string} name @returns {Promise<ArrayBuffer>} */
const part = (name) => new Promise((resolve) => (arrived[name] = resolve));

/**
 * Yield the files of a tar archive.
 *
 * @param {Uint8Array} archive
 * @returns {Generator<[string, Uint8Array]>} Names and contents.
 */
function* filesOf(archive) {
  const text = (/** @type {number} */ start, /** @type {number} */ length) =>
    new TextDecoder().decode(archive.subarray(start, start + length)).replace(/\0.*$/s, "");
  for (let at = 0; archive[at]; ) {
    const size = parseInt(text(at + 124, 12), 8);
    const prefix = text(at + 345, 155);
    yield [(prefix && `${prefix}/`) + text(at, 100), archive.subarray(at + 512, at + 512 + size)];
    at += 512 * (1 + Math.ceil(size / 512));
  }
}

/**
 * Keep the package's cache folder in the browser, from one visit to the next; without IndexedDB, it is empty at each start.
 *
 * @param {any} system The file system, which saves changes of the folder by itself.
 * @returns {Promise<any>} Ends when the folder is filled, or the browser does not answer.
 */
function openCache(system) {
  system.mkdirTree(CACHE);
  system.mount(system.filesystems.IDBFS, { autoPersist: true }, CACHE);
  const filled = new Promise((resolve) => system.syncfs(true, resolve)).then(() => {
    const age = (/** @type {string} */ path) => -system.stat(path).mtime;
    const files = system.readdir(CACHE).slice(2).map((/** @type {string} */ name) => `${CACHE}/${name}`); // not . and ..
    files.sort((/** @type {string} */ a, /** @type {string} */ b) => age(a) - age(b)).slice(MOST_CACHED).forEach(system.unlink);
  });
  return Promise.race([filled, new Promise((resolve) => setTimeout(resolve, MOST_WAIT))]);
}

/** Start Python, and return the function that answers. @returns {Promise<(question: string) => string>} */
async function start() {
  const [runtime, image, python] = ["runtime", "image", "python"].map(part);
  const files = python.then((archive) => new Map(filesOf(new Uint8Array(archive))));
  const state = files.then((all) => JSON.parse(new TextDecoder().decode(all.get("/state.json"))));
  const saved = state.then(({ bytes }) => new Uint8Array(bytes)); // is filled once there is a memory of its size
  const linked = linkAtStart(compiled(files, state), async (memory) => fillImage(await saved, await image, memory));
  self.fetch = async (address) =>
    String(address).endsWith(".wasm") ? new Response(await runtime, WASM) : new Response(NO_MODULES);
  let cache;
  const pyodide = await loadPyodide({
    indexURL: ADDRESS,
    lockFileContents: /** @type {any} */ (LOCK),
    env: ENVIRONMENT,
    _loadSnapshot: saved,
    fsInit: async (/** @type {any} */ system) => {
      cache = openCache(system); // while Python starts
      for (const [path, content] of await files) {
        system.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
        system.writeFile(path, content, { canOwn: true });
      }
    },
  });
  await cache;
  reopenHandles(await linked, (await state).handles);
  pyodide.runPython("import random, numpy; random.seed(); numpy.random.seed()"); // their states are in the image, too
  return pyodide.pyimport("cpoker_fast.app.web.answering").answer;
}

/**
 * Compile the libraries side by side.
 *
 * @param {Promise<Map<string, Uint8Array>>} files
 * @param {Promise<{libraries: string[]}>} state
 * @returns {Promise<[string, WebAssembly.Module][]>}
 */
async function compiled(files, state) {
  const all = /** @type {Map<string, any>} */ (await files);
  const { libraries } = await state;
  return Promise.all(libraries.map(async (path) => [path, await WebAssembly.compile(all.get(path))]));
}

/** @param {unknown} error */
function sentence(error) {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return lines[lines.length - 1]; // of a Python exception, whose traceback comes first
}

const answering = start();
answering.then(
  () => self.postMessage({ ready: true }),
  (error) => self.postMessage({ fatal: sentence(error) }),
);

self.onmessage = async ({ data }) => {
  if (data.part) {
    arrived[data.part](data.content);
    return;
  }
  try {
    const answer = await answering;
    self.postMessage({ reply: answer(data.question) });
  } catch (error) {
    const isFatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    self.postMessage({ [isFatal ? "fatal" : "failure"]: sentence(error) });
  }
};
