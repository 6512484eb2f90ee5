// The search of the site: sections.js has the text of all sections, and MiniSearch ranks those with any word of a query.
//
// A result that is named by the query comes first. Otherwise, pages for readers come before presets, and presets before the
// reference of functions and classes, unless these fit much better.

const SHOWN = 30; // results
const OF_A_PAGE = 3; // results of the same page
const LENGTH = 240; // characters of an excerpt

/** Beginnings of the names of pages, with the weight of their results; the last one that fits counts. */
const PARTS = [
    ["", 1],
    ["start/", 1.3],
    ["(tutorials|guides)/", 1.2],
    ["background/", 0.9],
    ["background/(architecture|contributing)", 0.7],
    ["reference/", 0.8],
    ["reference/errors", 0.5],
    ["rules/presets/", 0.6],
    ["rules/presets/(index|which_one)", 1.1],
    ["reference/api/", 0.02],
    ["changelog", 0.3],
];

const stemmer = new Stemmer();
const stopwords = new Set(STOPWORDS);
const stems = new Map();

const WORD = /[\p{L}\p{N}]+(\+\+)?/gu; // with the signs of C++
const wordsOf = (text) => text.match(WORD) ?? [];

/** The form in which a word is indexed, or null for a word such as "the". */
function stemOf(word) {
    const lower = word.toLowerCase();
    if (!stems.has(lower)) stems.set(lower, stopwords.has(lower) ? null : stemmer.stemWord(lower));
    return stems.get(lower);
}

const sections = Object.entries(SECTIONS).flatMap(([page, found]) => {
    const weight = PARTS.findLast(([pattern]) => new RegExp(`^${pattern}`).test(page))[1];
    const title = found[0][2];
    return found.map(([kind, anchor, heading, text]) => ({ page, title, kind, anchor, heading, text, weight }));
}).map((section, id) => ({ id, ...section }));

const index = new MiniSearch({
    fields: ["heading", "title", "text"],
    tokenize: wordsOf,
    processTerm: stemOf,
    searchOptions: {
        boost: { heading: 4, title: 2 },
        prefix: (term) => term.length > 2,
        fuzzy: (term) => (term.length > 4 ? 1 : false),
        weights: { prefix: 0.3, fuzzy: 0.1 },
    },
});
index.addAll(sections);

/** The words of a text in a line, with spaces around each, and without their endings. */
const lineOf = (words) => ` ${words.map((word) => stemmer.stemWord(word.toLowerCase())).join(" ")} `;

/** Return a function of a section: the factor of its score that is due to the whole query, by how well it names the section. */
function fitOfNames(query) {
    const lower = query.trim().toLowerCase();
    const asked = lower.replace(/^(cp|cpoker_fast)\./, "").replace(/\(.*/, "");
    const ends = [`.${asked}`, ...(asked.startsWith("--") ? [` ${asked}`] : [])];
    const isCode = /[._(]|^--|[a-z][A-Z]/.test(query);
    const words = wordsOf(query);
    const lines = [words, words.filter((word) => stemOf(word) !== null)].map(lineOf).filter((line) => line.trim());

    return ({ kind, heading, anchor, page, weight }) => {
        const name = heading.toLowerCase();
        if (kind === "object" || page.startsWith("reference/")) {
            if (name !== asked && !ends.some((end) => name.endsWith(end))) return 1;
            if (isCode) return anchor ? 1000 : 2000;
            return anchor || name.includes(".") ? 2 : 80; // functions of daily use
        }
        const line = lineOf(wordsOf(heading));
        if (!lines.includes(line)) return lines.some((part) => line.includes(part)) ? 3 : 1;
        if (kind === "term") return 300;
        if (weight < 1 && (anchor || name !== lower)) return 3;
        return anchor ? 200 : 800;
    };
}

/** Return the results of a query, best first: a few of each page, and one of those that have the same text. */
function search(query) {
    const [counts, texts, fit] = [new Map(), new Set(), fitOfNames(query)];
    return index
        .search(query)
        .map(({ id, score, terms }) => ({ ...sections[id], terms, score: score * sections[id].weight * fit(sections[id]) }))
        .sort((a, b) => b.score - a.score)
        .filter(({ text }) => !text || (!texts.has(text) && texts.add(text)))
        .filter(({ page }) => counts.set(page, (counts.get(page) ?? 0) + 1).get(page) <= OF_A_PAGE);
}

/** Return an element with the part of a text that has most of some words, which are marked. */
function excerptOf(text, terms) {
    const words = [...text.matchAll(WORD)].filter(([word]) => terms.includes(stemOf(word)));
    const within = (first) => words.filter(({ index: at }) => at >= first && at < first + LENGTH);
    const kinds = (first) => new Set(within(first).map(([word]) => stemOf(word))).size;
    const start = words.map(({ index: at }) => at).reduce((best, at) => (kinds(at) > kinds(best) ? at : best), words[0]?.index ?? 0);
    const first = Math.min(start - 40, text.length - LENGTH); // so that the excerpt is long, and has some words before
    const begin = start < LENGTH / 2 || first <= 0 ? 0 : text.lastIndexOf(" ", first) + 1;
    const space = text.lastIndexOf(" ", begin + LENGTH);
    const end = text.length <= begin + LENGTH ? text.length : space > begin ? space : begin + LENGTH;
    const excerpt = document.createElement("p");
    let at = begin;
    if (begin) excerpt.append("… ");
    for (const { 0: word, index: position } of words) {
        if (position < at || position + word.length > end) continue;
        const mark = document.createElement("mark");
        mark.textContent = word;
        excerpt.append(text.slice(at, position), mark);
        at = position + word.length;
    }
    excerpt.append(text.slice(at, end), end < text.length ? " …" : "");
    return excerpt;
}

/** Return what is said about the results of a query. */
function summaryOf(query, results) {
    if (results.length > SHOWN) return `The best ${SHOWN} results for: ${query}`;
    if (results.length) return `${results.length} result${results.length === 1 ? "" : "s"} for: ${query}`;
    if (wordsOf(query).every((word) => stemOf(word) === null)) return `Too common to be searched: ${query}.`;
    return `No section has a word of: ${query}.`;
}

/** Show the results of the query in the address. */
function show() {
    const query = new URLSearchParams(location.search).get("q") ?? "";
    for (const field of document.querySelectorAll("input[name=q]")) field.value = query;
    if (!query.trim()) return;
    document.title = `${query} - ${document.title}`;
    const results = search(query);
    document.querySelector("#search-results").replaceChildren(
        ...results.slice(0, SHOWN).map(({ page, title, anchor, heading, text, terms }) => {
            const item = document.createElement("li");
            const link = document.createElement("a");
            link.href = `${page}.html${anchor && `#${anchor}`}`;
            link.textContent = anchor ? `${title} › ${heading}` : title;
            item.append(link, text && excerptOf(text, terms)); // some sections only have sections
            return item;
        }),
    );
    document.querySelector("#search-summary").textContent = summaryOf(query, results);
    document.querySelector("#search-else").hidden = results.length > 0;
}
show();
