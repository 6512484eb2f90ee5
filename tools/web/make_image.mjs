// Save the memory of Pyodide after it has imported the package: node make_image.mjs STAGE IMAGE
//
// STAGE/lib has the files of /lib, STAGE/libraries.json the paths of compiled modules, and STAGE/modules.json the names of
// Python modules that the package imports while it answers. Writes IMAGE, which is the difference to the memory before the
// start, and STAGE/state.json. Without IMAGE, it compiles the Python modules in STAGE.
import crypto from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { loadPyodide } from "pyodide";
import { ENVIRONMENT, PAGE, combine, linkAtStart } from "../../cpoker_fast/app/web/page/libraries.js";

const [stage, image] = process.argv.slice(2);
const here = import.meta.dirname;
const runtimeFolder = dirname(createRequire(import.meta.url).resolve("pyodide"));

/** Fill free memory with zeros, which need no space in the compressed image. @param {any} runtime */
function clearFreeMemory(runtime) {
  const end = runtime._sbrk(0);
  const taken = [];
  for (let size = 1 << 22; size >= 16; size >>= 1) {
    for (;;) {
      const address = runtime._emscripten_builtin_malloc(size);
      if (!address || address + size > end) {
        if (address) runtime._free(address);
        break;
      }
      runtime.HEAPU8.fill(0, address, address + size);
      taken.push(address);
    }
  }
  for (const address of taken) runtime._free(address);
  const stack = [runtime._emscripten_stack_get_end(), runtime._emscripten_stack_get_current()];
  runtime.HEAPU8.fill(0, ...stack);
}

/** Give each build the same time and random numbers, which the image has; the page replaces the latter. */
function repeat() {
  const start = Date.UTC(2020);
  Date.now = () => start;
  performance.now = () => 0;
  crypto.randomFillSync = (array) => array.fill(0);
}

/**
 * Return the handles that Python has opened, with the paths of their libraries.
 *
 * @param {any} runtime
 * @returns {[string, string][]}
 */
function openHandles(runtime) {
  const paths = Object.keys(runtime.preloadedWasm);
  return Object.entries(runtime.LDSO.loadedLibsByHandle)
    .map(([handle, library]) => /** @type {[string, string]} */ ([handle, library.name]))
    .filter(([, path]) => paths.includes(path));
}

/**
 * Return an image as its difference to the linked memory: the position and the words of each page that differs.
 *
 * @param {Uint8Array} image From Pyodide: a header, and the memory.
 * @param {Uint8Array} memory
 */
function difference(image, memory) {
  const words = new Uint32Array(image.buffer);
  combine(words, memory);
  const found = [];
  for (let at = 0; at < words.length; at += PAGE) {
    const page = words.subarray(at, at + PAGE);
    if (page.some((word) => word !== 0)) found.push(at, ...page, ...new Uint32Array(PAGE - page.length));
  }
  return Uint32Array.from(found);
}

async function compile() {
  const python = await loadPyodide({ env: ENVIRONMENT });
  python.mountNodeFS("/stage", stage);
  python.runPython(readFileSync(join(here, "compile_modules.py"), "utf8"));
}

async function save() {
  repeat();
  await import(join(runtimeFolder, "pyodide.asm.js"));
  const libraries = JSON.parse(readFileSync(join(stage, "libraries.json"), "utf8"));
  let linkedMemory;
  const linked = linkAtStart(
    Promise.all(libraries.map(async (path) => [path, await WebAssembly.compile(readFileSync(stage + path))])),
    async (memory) => (linkedMemory = memory.slice()),
  );
  const fsInit = async (system) => {
    for (const name of readdirSync(join(stage, "lib"), { recursive: true }).sort()) {
      const path = join("/lib", name);
      if (statSync(stage + path).isDirectory()) system.mkdirTree(path);
      else system.writeFile(path, new Uint8Array(readFileSync(stage + path)));
    }
  };
  const python = await loadPyodide({ env: ENVIRONMENT, fsInit, stdLibURL: join(stage, "lib/python313.zip"), _makeSnapshot: true });
  const runtime = await linked;
  const modules = readFileSync(join(stage, "modules.json"), "utf8");
  python.runPython(`MODULES = ${modules}\n${readFileSync(join(here, "fill_image.py"), "utf8")}`);
  clearFreeMemory(runtime);
  const saved = python.makeMemorySnapshot();
  writeFileSync(image, difference(saved, linkedMemory));
  writeFileSync(join(stage, "state.json"), JSON.stringify({ bytes: saved.length, libraries, handles: openHandles(runtime) }));
}

try {
  await (image ? save() : compile());
  process.exit();
} catch (error) {
  console.error(error.message); // Node would show a line of Pyodide, which has a megabyte
  process.exit(1);
}
