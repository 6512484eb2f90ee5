// "Try it": readers change and run the Python examples of a page. A hidden frame with the page "Play and analyze" runs them.
(() => {
    const BLOCKS = ".cell_input pre, .highlight-python pre, .highlight-default pre";
    const PROMPT = /^(>>>|\.\.\.)( |$)/;
    // What a browser lacks: libraries, and what needs a library, threads or processes.
    const LIBRARIES = /^\s*(from|import) (IPython|dask|gymnasium|pettingzoo|pandas|polars|numba|cffi|ctypes|subprocess|matplotlib)/m;
    const MEMBERS = /\.(plot|to_toml|to_frame|to_parquet)\b|\b(threads|workers|executor)=/;
    const DEFINED = /^(?:def |class )?(\w+)(?:\(| = )/gm;
    const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
    const address = new URL("play/index.html#examples", root);

    /** @type {HTMLIFrameElement | null} */
    let frame = null;
    let ready = Promise.resolve();
    let count = 0;
    const waiting = new Map(); // by number, what is called with an answer
    const STOPPED = { shown: [], failure: "Stopped." };

    addEventListener("message", ({ data, source }) => {
        if (!frame || source !== frame.contentWindow) return;
        const key = data.isReady ? "ready" : data.number;
        waiting.get(key)?.(data);
        waiting.delete(key);
    });

    function start() {
        if (frame) return;
        frame = document.createElement("iframe");
        frame.hidden = true;
        frame.title = "Engine of the examples";
        ready = new Promise((resolve) => waiting.set("ready", resolve));
        frame.src = address.href;
        document.body.append(frame);
    }

    /** Stop what runs. The next example starts the engine again, without the names of earlier ones. */
    function stop() {
        frame?.remove();
        frame = null;
        for (const example of examples) example.hasRun = false;
        for (const answer of waiting.values()) answer(STOPPED);
        waiting.clear();
    }

    async function run(example) {
        await ready;
        if (!frame) return STOPPED;
        const number = ++count;
        const answer = new Promise((resolve) => waiting.set(number, resolve));
        const all_values = example.hasPrompts;
        frame.contentWindow.postMessage({ number, code: example.field?.value ?? example.code, all_values }, location.origin);
        example.hasRun = true;
        return answer;
    }

    /** Run an example after those above it, which may define what it uses. */
    async function tryIt(example) {
        example.output.replaceChildren("Running. The first example loads Python, which may take some seconds.");
        example.button.textContent = "Stop";
        start();
        const engine = frame;
        for (const earlier of examples.slice(0, examples.indexOf(example))) {
            if (!earlier.hasRun && frame === engine) await run(earlier);
        }
        const { shown, failure } = frame === engine ? await run(example) : STOPPED;
        example.button.textContent = "Run";
        example.output.replaceChildren(...shown.map(part), ...(failure ? [element("pre", "failure", failure)] : []));
        if (!example.output.hasChildNodes()) example.output.textContent = "Done: it shows nothing.";
    }

    function part({ text, html }) {
        if (html === undefined) return element("pre", "", text);
        const shown = element("div", "text_html", "");
        shown.innerHTML = html;
        return shown;
    }

    function element(tag, name, text) {
        const made = document.createElement(tag);
        made.className = name;
        made.textContent = text;
        return made;
    }

    function press(example) {
        if (example.button.textContent === "Stop") return stop();
        if (!example.field) open(example);
        tryIt(example);
    }

    /** Put a field in the place of an example, and of its output. */
    function open(example) {
        const field = element("textarea", "", "");
        field.value = example.code;
        field.spellcheck = false;
        field.rows = example.code.split("\n").length + 1;
        field.setAttribute("aria-label", "Example");
        field.addEventListener("keydown", (event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) press(example);
        });
        example.pre.closest(".cell")?.querySelector(".cell_output")?.remove();
        example.pre.parentElement.querySelector(".copybtn")?.remove();
        example.pre.replaceWith(field);
        example.field = field;
    }

    const examples = [...document.querySelectorAll(BLOCKS)].flatMap((pre) => {
        const lines = pre.textContent.trimEnd().split("\n");
        const hasPrompts = PROMPT.test(lines[0]);
        if (!hasPrompts && !pre.closest(".cell_input")) return [];
        const typed = hasPrompts ? lines.filter((line) => PROMPT.test(line)) : lines;
        const code = typed.map((line) => (hasPrompts ? line.replace(PROMPT, "") : line)).join("\n");
        return [{ pre, code, hasPrompts, hasRun: false, field: null, button: null, output: null }];
    });
    const undefinedNames = new Set(); // of examples whose imports fail
    for (const example of examples) {
        const isMissing = LIBRARIES.test(example.code) || example.code.match(/\w+/g)?.some((name) => undefinedNames.has(name));
        if (isMissing) for (const [, name] of example.code.matchAll(DEFINED)) undefinedNames.add(name);
        if (isMissing || MEMBERS.test(example.code)) continue;
        const box = element("div", "try-it", "");
        example.button = element("button", "", "Try it");
        example.button.addEventListener("click", () => press(example));
        example.output = element("div", "", "");
        example.output.setAttribute("role", "status");
        box.append(example.button, example.output);
        example.pre.closest('[class*="highlight-"]').after(box); // around .highlight, with which it may share a line
    }
})();
