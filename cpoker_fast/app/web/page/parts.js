// The parts of the engine: scripts whose only string has the compressed bytes, so that a page from a disk can load them, too.
// @ts-check

/** What the page consists of: names, versions and licences of components, and bytes of files. */
export const contents = { components: COMPONENTS, files: Object.values(PARTS) };

const RETRIES = [500, 2000]; // milliseconds before another try
const BACKSLASH = 92;
const NEWLINES = new Map([["n", "\n"], ["r", "\r"]].map(([letter, control]) => [letter.charCodeAt(0), control.charCodeAt(0)]));

/** @typedef {{file: string, bytes: number, start: number, end: number}} Part */

/**
 * Load all parts side by side, and unpack them one after the other, so that the first can be used while others are unpacked.
 *
 * @param {(loaded: number, total: number) => void} progress Is called with the bytes loaded, and of all.
 * @returns {Record<keyof typeof PARTS, Promise<ArrayBuffer>>} Their contents.
 */
export function loadParts(progress) {
  const loaded = new Map();
  const total = Object.values(PARTS).reduce((sum, { bytes }) => sum + bytes, 0);
  /** @type {Promise<any>} */
  let before = Promise.resolve();
  const saved = savedParts();
  const loads = Object.entries(PARTS).map(([name, part]) => {
    const count = (/** @type {number} */ bytes) => {
      loaded.set(name, bytes);
      progress([...loaded.values()].reduce((sum, part) => sum + part), total);
    };
    const content = load(name, part, count, saved, before);
    content.catch(() => {}); // whoever awaits it sees the error
    before = content;
    return [name, content];
  });
  return Object.fromEntries(loads);
}

/** Return the browser's cache of unpacked parts, without those of other versions; null where there is none. */
async function savedParts() {
  if (location.protocol === "file:" || !globalThis.caches) return null;
  try {
    const cache = await caches.open("cpoker_fast-parts");
    const files = Object.values(PARTS).map(({ file }) => new URL(file, location.href).href);
    for (const { url } of await cache.keys()) if (!files.includes(url)) await cache.delete(url);
    return cache;
  } catch {
    return null; // the browser may not save anything
  }
}

/**
 * Return the content of a part, and save it, so that the next start neither downloads nor unpacks it.
 *
 * @param {string} name
 * @param {Part} part
 * @param {(bytes: number) => void} count
 * @param {Promise<Cache | null>} saved
 * @param {Promise<any>} before
 */
async function load(name, part, count, saved, before) {
  const cache = await saved;
  const found = await cache?.match(part.file);
  if (found) {
    count(part.bytes);
    return found.arrayBuffer();
  }
  const [packed] = await Promise.all([location.protocol === "file:" ? fromDisk(name, part, count) : fromServer(part, count), before]);
  const content = await unpacked(packed);
  cache?.put(part.file, new Response(content)).catch(() => {}); // a full disk: the next start downloads it again
  return content;
}

/**
 * Download a part; try again after a failure.
 *
 * @param {Part} part
 * @param {(bytes: number) => void} count
 * @returns {Promise<Uint8Array>}
 */
async function fromServer(part, count) {
  for (let tries = 0; ; tries++) {
    try {
      const response = await fetch(part.file);
      if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
      const script = await readAll(response.body.getReader(), part.bytes, count);
      return unescaped(script.subarray(part.start, part.end));
    } catch (error) {
      const cause = error instanceof Error ? error.message : error;
      if (tries === RETRIES.length) throw new Error(`The file ${part.file} cannot be downloaded (${cause}): reload the page.`);
      await new Promise((resolve) => setTimeout(resolve, RETRIES[tries]));
    }
  }
}

/**
 * Read a number of bytes.
 *
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader
 * @param {number} size
 * @param {(bytes: number) => void} count
 */
async function readAll(reader, size, count) {
  const content = new Uint8Array(size);
  let end = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    content.set(chunk.value, end);
    end += chunk.value.length;
    count(end);
  }
  if (end < size) throw new Error(`it ends after ${end} of ${size} bytes`);
  return content;
}

/** Replace escaped bytes in their place. @param {Uint8Array} text */
function unescaped(text) {
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i];
    text[end++] = byte === BACKSLASH ? (NEWLINES.get(text[++i]) ?? text[i]) : byte;
  }
  return text.subarray(0, end);
}

/** @param {any} packed */
const unpacked = (packed) =>
  new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/** What the scripts of parts call, by name. @type {Record<string, (text: string) => void>} */
const received = {};
Object.assign(globalThis, { cpokerPart: received });

/**
 * Load a part by a script element, which may read files of a disk.
 *
 * @param {string} name
 * @param {Part} part
 * @param {(bytes: number) => void} count
 * @returns {Promise<Uint8Array>}
 */
async function fromDisk(name, part, count) {
  /** @type {string} */
  const text = await new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.charset = "windows-1252"; // in which each byte is one character
    script.src = part.file;
    received[name] = resolve;
    script.onerror = () => reject(new Error(`The file ${part.file} is missing next to the page: copy the whole folder.`));
    document.head.append(script);
  });
  count(part.bytes);
  return bytesOf(text);
}

/** @param {string} text */
function bytesOf(text) {
  const letters = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const codes = new Map([...letters].map((letter, byte) => [letter.charCodeAt(0), byte]));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    bytes[i] = code < 128 ? code : /** @type {number} */ (codes.get(code));
  }
  return bytes;
}
