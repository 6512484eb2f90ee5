// @ts-check
import { html } from "./lit-html.js";

export const use = { name: "scorer", title: "Scorer", start() {}, view: () => html`` };
