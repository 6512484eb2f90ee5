// The page: a tab for each use.
// @ts-check
import { aboutView, engineView } from "./about.js";
import { use as advice } from "./advice.js";
import { announce, announcement, drawBy, isShown } from "./app.js";
import { use as calculator } from "./calculator.js";
import { EXAMPLES, runExamples } from "./examples.js";
import { html, render } from "./lit-html.js";
import { use as play } from "./play.js";
import { use as practice } from "./practice.js";
import { use as scorer } from "./scorer.js";

const USES = [calculator, scorer, practice, play, advice];

const shown = () => USES.find(({ name }) => isShown(name)) ?? USES[0];

/** Move between tabs with the arrow keys. @param {KeyboardEvent} event */
function changeTab(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const next = USES[(USES.indexOf(shown()) + step + USES.length) % USES.length];
  location.hash = next.name;
  document.getElementById(`tab-${next.name}`)?.focus();
}

function page() {
  const current = shown();
  return html`
    <header>
      <h1>Chinese poker</h1>
      <nav role="tablist" aria-label="Uses" @keydown=${changeTab}>
        ${USES.map((use) => html`<a role="tab" id="tab-${use.name}" href="#${use.name}" aria-controls="use"
          aria-selected=${use === current} tabindex=${use === current ? 0 : -1}>${use.title}</a>`)}
      </nav>
    </header>
    <main>
      ${engineView()}
      <div id="use" role="tabpanel" aria-labelledby="tab-${current.name}" class=${current.name}>${current.view()}</div>
    </main>
    ${announcement()}
    ${aboutView()}`;
}

function change() {
  document.title = `${shown().title}: Chinese poker`;
  announce("");
  shown().start();
}

function start() {
  drawBy(() => render(page(), document.body));
  addEventListener("hashchange", change);
  change();
}

if (location.hash === EXAMPLES) runExamples();
else start();
