// The order of search results: Sphinx puts this into language_data.js (html_search_scorer), and searchtools.js calls it.
//
// Results are sorted by how they match, and those that match alike by their part of the site: pages for readers come before
// presets, and presets before the reference of functions and classes.
var Scorer = {
    title: 60, // a heading that is the query, or one that has a word of it; if it contains the query, 30 to 60 by its length
    partialTitle: 7, // a heading with a word that contains a word of the query
    term: 5, // a text with a word of the query
    partialTerm: 2,
    objNameMatch: 40, // a function, class or option whose last name is the query
    objPartialMatch: 6,
    objPrio: { 0: 2, 1: 1, 2: 0 },
    objPrioDefault: 0,

    /** Beginnings of the names of pages with the rank of their part, higher first in results; the last that fits counts. */
    PARTS: [
        ["", 9],
        ["start/", 12],
        ["tutorials/", 11],
        ["guides/", 11],
        ["background/", 8],
        ["background/(architecture|contributing)", 6],
        ["project/", 8],
        ["rules/presets/", 4],
        ["rules/presets/(index|which_one)", 10],
        ["reference/", 7],
        ["reference/(errors|rules_keys)", 3],
        ["reference/api/", 2],
        ["changelog", 1],
    ],

    /** Words of a text as the index has them: stemmed, and without those that Sphinx does not index. */
    wordsOf(text) {
        const stemmer = new Stemmer();
        return splitQuery(text.toLowerCase()).filter((word) => !stopwords.has(word)).map((word) => stemmer.stemWord(word));
    },

    /** Return the rank of a match: names in code first if the query is one, then pages, words and headings that it names. */
    rankOfMatch(page, title, score, kind) {
        const query = new URLSearchParams(location.search).get("q") ?? "";
        const isApi = page.startsWith("reference/api/");
        const isTitle = kind === "title" && score >= Scorer.title;
        const isObject = kind === "object" || (isApi && isTitle);
        const isNamed = isObject && score >= Scorer.objNameMatch;
        if (isNamed && /[._]|[a-z][A-Z]/.test(query)) return 8;
        if (isNamed && /^cpoker_fast\.\w+$/.test(isTitle ? page.slice("reference/api/".length) : title)) return 3; // of daily use
        if (isObject || isApi) return 1;
        if (isTitle && page.startsWith("reference/")) return 3;
        if (isTitle && score === Scorer.title) return 4; // a heading within a page
        if (isTitle) return page.startsWith("rules/presets/") ? 5 : 7;
        if (kind === "index" && score === 100) return 6; // the glossary
        const words = Scorer.wordsOf(query);
        const known = new Set(Scorer.wordsOf(title));
        if (words.length && words.every((word) => known.has(word))) return 3;
        return score >= Scorer.title / 2 ? 2 : 1;
    },

    score([page, title, , , score, , kind]) {
        const rank = Scorer.PARTS.findLast(([pattern]) => new RegExp(`^${pattern}`).test(page))[1];
        return 10_000 * Scorer.rankOfMatch(page, title, score, kind) + 200 * rank + score;
    },
};
