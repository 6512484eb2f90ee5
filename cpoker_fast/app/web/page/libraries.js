// Link compiled Python modules with Pyodide before its memory is initialized.
//
// So they are at the same addresses whenever Pyodide starts with the same libraries in the same order, and an image of the
// memory of one start can replace the memory of another. An image is saved as its difference to the linked memory before the
// start, which has all constants of the libraries: that halves its size.
// @ts-check

/** Environment of Python, in the image. */
export const ENVIRONMENT = { HOME: "/home/pyodide", PYTHONHASHSEED: "0", PYTHONOPTIMIZE: "2" };

/**
 * Make Pyodide link libraries at its start; Python's imports of their paths then find them.
 *
 * @param {Promise<[string, WebAssembly.Module][]>} libraries Paths and modules, in a fixed order.
 * @param {(memory: Uint8Array) => Promise<any>} isLinked Is called with the linked memory.
 * @returns {Promise<any>} The runtime, once it is linked.
 */
export function linkAtStart(libraries, isLinked) {
  const scope = /** @type {any} */ (globalThis);
  const create = scope._createPyodideModule;
  return new Promise((resolve, reject) => {
    scope._createPyodideModule = (/** @type {any} */ settings) => {
      const link = async (/** @type {any} */ runtime) => {
        runtime.addRunDependency("libraries");
        try {
          const options = { loadAsync: true, nodelete: true, allowUndefined: true };
          for (const [path, module] of await libraries) {
            runtime.preloadedWasm[path] = await runtime.loadWebAssemblyModule(module, options, path, {});
          }
          await isLinked(runtime.HEAPU8);
          runtime.removeRunDependency("libraries");
          resolve(runtime);
        } catch (error) {
          reject(error);
        }
      };
      return create({ ...settings, preRun: [...settings.preRun, link] });
    };
  });
}

/**
 * Return the handles that Python has opened, with the paths of their libraries.
 *
 * @param {any} runtime
 * @returns {[string, string][]}
 */
export function openHandles(runtime) {
  const paths = Object.keys(runtime.preloadedWasm);
  return Object.entries(runtime.LDSO.loadedLibsByHandle)
    .map(([handle, library]) => /** @type {[string, string]} */ ([handle, library.name]))
    .filter(([, path]) => paths.includes(path));
}

/**
 * Open the handles of a memory image.
 *
 * @param {any} runtime
 * @param {[string, string][]} handles From `openHandles`.
 */
export function reopenHandles(runtime, handles) {
  for (const [handle, path] of handles) {
    const library = { refcount: Infinity, name: path, exports: runtime.preloadedWasm[path], global: false };
    runtime.LDSO.loadedLibsByName[path] = runtime.LDSO.loadedLibsByHandle[handle] = library;
  }
}

const PAGE = 1024; // words

/**
 * Return an image as its difference to the linked memory: the position and the words of each page that differs.
 *
 * @param {Uint8Array} image From Pyodide: a header, and the memory.
 * @param {Uint8Array} memory
 */
export function difference(image, memory) {
  const words = new Uint32Array(image.buffer);
  combine(words, memory);
  const found = [];
  for (let at = 0; at < words.length; at += PAGE) {
    const page = words.subarray(at, at + PAGE);
    if (page.some((word) => word !== 0)) found.push(at, ...page, ...new Uint32Array(PAGE - page.length));
  }
  return Uint32Array.from(found);
}

/**
 * Fill an empty image from its difference to the linked memory.
 *
 * @param {Uint8Array<ArrayBuffer>} image
 * @param {ArrayBuffer} difference
 * @param {Uint8Array} memory
 */
export function fillImage(image, difference, memory) {
  const words = new Uint32Array(image.buffer);
  const found = new Uint32Array(difference);
  for (let i = 0; i < found.length; i += PAGE + 1) {
    const length = Math.min(PAGE, words.length - found[i]);
    words.set(found.subarray(i + 1, i + 1 + length), found[i]);
  }
  combine(words, memory);
}

/**
 * Change the words of an image into their exclusive or with those of the linked memory.
 *
 * @param {Uint32Array} words
 * @param {Uint8Array} memory
 */
function combine(words, memory) {
  const linked = new Uint32Array(memory.buffer);
  const start = words[1] >> 2; // the second word is the length of the header
  const end = Math.min(linked.length, words.length - start);
  for (let i = 0; i < end; i++) words[start + i] ^= linked[i];
}
