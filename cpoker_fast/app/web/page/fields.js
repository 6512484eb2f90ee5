// Fields of forms (choices, check boxes, texts), and rows of buttons.
// @ts-check
import { html, nothing } from "./lit-html.js";

/** Call a function with the field that was changed. @param {(field: any) => void} act */
export const withField = (act) => (event) => act(event.target);

/**
 * A choice from a list.
 * @template T
 * @param {string} label
 * @param {T[]} values
 * @param {T} chosen
 * @param {(value: T) => void} choose
 * @param {(value: T) => string} [inWords]
 */
export const choice = (label, values, chosen, choose, inWords = String) => html`<label class="field">${label}
  <select @change=${withField(({ selectedIndex }) => choose(values[selectedIndex]))}>${values.map((value) => html`
    <option .selected=${value === chosen}>${inWords(value)}</option>`)}</select></label>`;

/** A check box. @param {string} label @param {boolean} isChecked @param {(isChecked: boolean) => void} change */
export const checkBox = (label, isChecked, change) => html`<label class="field">
  <input type="checkbox" .checked=${isChecked} @change=${withField(({ checked }) => change(checked))}>${label}</label>`;

/** A field for a line of text. @param {string} label @param {string} text @param {(text: string) => void} change */
export const textField = (label, text, change) => html`<label class="field">${label}
  <input type="text" autocomplete="off" spellcheck="false" .value=${text} @change=${withField(({ value }) => change(value))}>
</label>`;

/** A button. @param {string} label @param {() => void} act @param {boolean} [isOff] @param {string} [kind] "main" for one */
export const button = (label, act, isOff = false, kind = "") =>
  html`<button class=${kind} ?disabled=${isOff} @click=${() => act()}>${label}</button>`;

/** The button for what the person does next. @param {string} label @param {() => void} act @param {boolean} [isOff] */
export const mainButton = (label, act, isOff) => button(label, act, isOff, "main");

/** A row of parts, such as buttons, without those that are false. @param {unknown[]} parts */
export const buttons = (...parts) => html`<div class="buttons">${parts.map((part) => part || nothing)}</div>`;
