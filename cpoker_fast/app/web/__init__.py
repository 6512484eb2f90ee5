"""The page "Play and analyze": its front end, and the answers to its questions.

The folder `page` has the front end. It asks `answering.answer`, which runs in the browser (compiled to WebAssembly) or
behind the local server of `cpoker web`. An answer depends on its question alone,
except that new games and new practice deal random cards: the page keeps what must last.
"""
