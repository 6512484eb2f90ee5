// @ts-check
import { html } from "./lit-html.js";

export const use = { name: "play", title: "Play", start() {}, view: () => html`` };
