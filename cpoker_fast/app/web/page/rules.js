// The choice of rules: a preset, or a file of the person.
// @ts-check
import { Question, keep, kept } from "./app.js";
import { choice, withField } from "./fields.js";
import { html } from "./lit-html.js";
import { PRESETS } from "./package.js";

/** @typedef {string | {file: string, text: string}} Rules */

/** The rules of a use of the page, kept in the browser. */
export class RulesChoice {
  /**
   * @param {string} use name of the use
   * @param {string} preset chosen at first
   * @param {() => void} changed is called with new rules in `value` and `about`
   * @param {(preset: {name: string, closed: boolean}) => boolean} [isOffered]
   */
  constructor(use, preset, changed, isOffered = () => true) {
    this.use = use;
    this.offered = PRESETS.filter(isOffered).map((preset) => preset.name);
    this.changed = changed;
    /** What is sent with questions. @type {Rules} */
    this.value = kept(`${use}.rules`, preset);
    /** The last file, which stays in the list. @type {Exclude<Rules, string> | null} */
    this.file = null;
    this.question = new Question("rules");
    /** The answer to the question "rules", of the chosen rules; null until it has arrived. @type {any} */
    this.about = null;
  }

  /** Ask for the chosen rules, when the use is shown for the first time. */
  async start() {
    if (!this.about && !this.question.isAsked) await this.choose(this.value);
  }

  /** Choose rules, and call a function once they are known. @param {Rules} value @param {() => void} [changed] */
  async choose(value, changed = this.changed) {
    const about = await this.question.ask({ rules: value });
    if (!about) return;
    this.value = value;
    if (typeof value !== "string") this.file = value;
    this.about = about;
    keep(`${this.use}.rules`, value);
    changed();
  }

  view() {
    const name = typeof this.value === "string" ? this.value : this.value.file;
    const others = [name, this.file?.file ?? name].filter((other) => !this.offered.includes(other));
    const names = [...new Set(others), ...this.offered];
    return html`<div class="rules">
      ${choice("Rules", names, name, (chosen) => this.choose(chosen === this.file?.file ? this.file : chosen))}
      <label class="button">A rules file…
        <input type="file" accept=".toml,.json" @change=${withField(async (field) => {
          const [file] = field.files;
          field.value = ""; // so that the same file can be chosen again
          if (file) this.choose({ file: file.name, text: await file.text() });
        })}></label>
      <p class="note">${this.about?.note.replace(/ \[[A-Z, ]+\]/g, "") ?? ""}</p>
      ${this.question.errorView()}
    </div>`;
  }
}
