// What the page says about itself: how far the engine is, and what it consists of.
// @ts-check
import { update } from "./app.js";
import { watch } from "./engine.js";
import { html, nothing } from "./lit-html.js";
import { ENGINE, VERSION } from "./package.js";

/** @type {import("./engine.js").State} */
let state;
watch((changed) => {
  state = changed;
  update();
});

/** @type {typeof import("./parts.js").contents | null} Of the page with an engine of its own. */
let contents = null;
if (ENGINE === "worker") import("./parts.js").then((parts) => (contents = parts.contents), () => {});

const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Progress of the engine until it is ready, or why it failed. */
export function engineView() {
  const { phase, loaded, total, error } = state;
  if (phase === "failed") return html`<p class="error" role="alert">${error}</p>`;
  if (phase === "loading") {
    return html`<label class="field">Loading the engine <progress value=${loaded} max=${total || 1}></progress>
      ${megabytes(loaded)} of ${megabytes(total)}</label>`;
  }
  return phase === "starting" ? html`<label class="field">Starting the engine <progress></progress></label>` : nothing;
}

/** The version, and what the page consists of. */
export const aboutView = () => html`<footer>cpoker_fast ${VERSION}
  ${contents ? html`<details><summary>What this page consists of</summary>
    <p>Everything runs in your browser. The page loads ${megabytes(contents.files.reduce((sum, { bytes }) => sum + bytes, 0))}
      from its own server, keeps them for the next visit, and asks nobody else.</p>
    <ul>${contents.components.map(({ name, version, licence, address }) => html`<li>
      <a href=${address}>${name}</a> ${version}, licence ${licence}</li>`)}</ul>
    <p><a href="licences.txt">The texts of the licences</a></p>
    <ul>${contents.files.map(({ file, bytes }) => html`<li>${file}: ${megabytes(bytes)}</li>`)}</ul>
  </details>` : nothing}</footer>`;
