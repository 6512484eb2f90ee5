// @ts-check
import { html } from "./lit-html.js";

export const use = { name: "calculator", title: "Calculator", start() {}, view: () => html`` };
