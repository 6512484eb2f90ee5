// @ts-check
import { html } from "./lit-html.js";

export const use = { name: "advice", title: "Advice", start() {}, view: () => html`` };
