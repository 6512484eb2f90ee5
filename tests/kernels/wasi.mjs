// Runs a program that was compiled for WASI, with text output only: node wasi.mjs PROGRAM [ARGUMENT]...
// Node's own WASI crashes now and then when such a program ends.
import { readFileSync, writeSync } from "node:fs";

const texts = process.argv.slice(2).map((text) => new TextEncoder().encode(text + "\0"));
const memory = () => new DataView(instance.exports.memory.buffer);
const setSizes = (sizes) => {
    for (const [address, size] of sizes) memory().setUint32(address, size, true);
    return 0;
};

const system = {
    args_sizes_get: (count, bytes) => setSizes([[count, texts.length], [bytes, texts.flatMap((text) => [...text]).length]]),
    args_get(pointers, bytes) {
        texts.forEach((text, i) => {
            memory().setUint32(pointers + 4 * i, bytes, true);
            new Uint8Array(memory().buffer).set(text, bytes);
            bytes += text.length;
        });
        return 0;
    },
    fd_write(file, parts, n, written) {
        let total = 0;
        for (let i = 0; i < n; i++) {
            const [address, size] = [0, 4].map((offset) => memory().getUint32(parts + 8 * i + offset, true));
            total += writeSync(file, new Uint8Array(memory().buffer, address, size));
        }
        return setSizes([[written, total]]);
    },
    fd_fdstat_get: () => 0,
    fd_seek: () => 70, // there is no position in a stream
    fd_close: () => 0,
    proc_exit: (status) => process.exit(status),
};

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system });
instance.exports._start();
