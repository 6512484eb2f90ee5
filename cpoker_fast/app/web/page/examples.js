// Runs the examples of the documentation, of which a page shows this one in a hidden frame.
// @ts-check
import { ask } from "./engine.js";

/** In the address of the frame. */
export const EXAMPLES = "#examples";

/** Answer the messages of the page around the frame, which is of the same site. */
export function runExamples() {
  addEventListener("message", async ({ data, origin, source }) => {
    if (source !== parent || origin !== location.origin) return;
    const { number, ...args } = data;
    const answer = await ask("run_code", args, {}).catch(({ message }) => ({ shown: [], failure: message }));
    parent.postMessage({ number, ...answer }, origin);
  });
  parent.postMessage({ isReady: true }, location.origin);
}
