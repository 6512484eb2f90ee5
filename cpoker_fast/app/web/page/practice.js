// @ts-check
import { html } from "./lit-html.js";

export const use = { name: "practice", title: "Practice", start() {}, view: () => html`` };
