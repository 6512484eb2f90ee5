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
 * Open the handles of a memory image.
 *
 * @param {any} runtime
 * @param {[string, string][]} handles Each with the path of its library.
 */
export function reopenHandles(runtime, handles) {
  for (const [handle, path] of handles) {
    const library = { refcount: Infinity, name: path, exports: runtime.preloadedWasm[path], global: false };
    runtime.LDSO.loadedLibsByName[path] = runtime.LDSO.loadedLibsByHandle[handle] = library;
  }
}

/** Words of a page of an image, which is saved if it differs. */
export const PAGE = 1024;

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
export function combine(words, memory) {
  const linked = new Uint32Array(memory.buffer);
  const start = words[1] >> 2; // the second word is the length of the header
  const end = Math.min(linked.length, words.length - start);
  for (let i = 0; i < end; i++) words[start + i] ^= linked[i];
}
