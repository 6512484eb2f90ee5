// Let the keyboard scroll what is wider than the page: code, formulas, tables and outputs.
function makeScrollable() {
    for (const element of document.querySelectorAll("pre, math[display=block], .table-wrapper, .text_html")) {
        if (element.scrollWidth > element.clientWidth) {
            element.tabIndex = 0;
        }
    }
}
window.addEventListener("load", makeScrollable);
window.addEventListener("resize", makeScrollable);
