"""How commands read their input, and print: values and errors of options, lines of text and JSON, and progress."""
