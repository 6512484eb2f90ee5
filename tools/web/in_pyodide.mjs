/* Run a Python file, or `-m MODULE`, in Pyodide, with these options before it:
 *   --wheel PATH   unpack a wheel into site-packages
 *   --mount PATH   let the program see a folder, under the same path
 *   --site PATH    import from a mounted folder
 * The program runs in the current folder, if that is mounted, and its exit status is that of Node. */
import { readFileSync } from "node:fs";
import { exit, argv, cwd, env } from "node:process";
import { loadPyodide } from "pyodide";

const PROGRAM = `
import os, runpy, sys
def run(arguments, sites, folder):
    sys.argv[:] = arguments
    sys.path[:0] = sites
    if os.path.isdir(folder):
        os.chdir(folder)
    try:
        if arguments[0] == "-m":
            del sys.argv[0]
            runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(arguments[0], run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            return 1
        return int(end.code or 0)
    return 0
run`;

const options = { "--wheel": [], "--mount": [], "--site": [] };
const rest = argv.slice(2);
while (rest[0] in options) {
  const [name, value] = rest.splice(0, 2);
  options[name].push(value);
}
const variables = Object.entries(env).filter(([name]) => /^(CPOKER_FAST_|HYPOTHESIS_|PYTEST_|COLUMNS$)/.test(name));
const pyodide = await loadPyodide({
  env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", ...Object.fromEntries(variables) },
});
const extractDir = pyodide.runPython("import site; site.getsitepackages()[0]");
for (const wheel of options["--wheel"]) {
  pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir });
}
for (const folder of options["--mount"]) {
  pyodide.FS.mkdirTree(folder);
  pyodide.mountNodeFS(folder, folder);
}
try {
  exit(pyodide.runPython(PROGRAM)(pyodide.toPy(rest), pyodide.toPy(options["--site"]), cwd()));
} catch (error) {
  console.error(error.message); // without the source of Pyodide, which Node would print
  exit(1);
}
