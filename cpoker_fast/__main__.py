"""The command line, `cpoker` or `python -m cpoker_fast`: exit codes for errors, interrupts and closed output."""

import io
import os
import sys

from cpoker_fast.errors import CpokerError

_BAD_INPUT, _INTERRUPTED = 2, 130


def main() -> None:
    """Run the command line and exit: with 2 for invalid input, 130 after Ctrl-C, 1 if the output cannot be written.

    If its dependencies are missing, say how to install them.
    """
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ModuleNotFoundError as error:
        from cpoker_fast.system.extras import install_command

        sys.exit(f"cpoker needs {error.name}: run `{install_command('cli')}`")
    if sys.stdout is None:
        sys.exit("cpoker: standard output is closed")
    for stream in (sys.stdout, sys.stderr):  # characters that a terminal cannot show are escaped
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.argv[1:] = map(_read_argument, sys.argv[1:])
    sys.exit(_run())


def _read_argument(text: str) -> str:
    """Return an argument decoded as UTF-8, even in an ASCII locale; unchanged if it is not UTF-8."""
    try:
        return os.fsencode(text).decode()
    except UnicodeError:
        return text


def _run() -> int:
    """Run the command, print its error, if any, and return the exit code."""
    import click

    from cpoker_fast.app.commands import cpoker, is_closed_pipe
    from cpoker_fast.app.console.error_output import show_error

    try:
        try:
            code: int = cpoker.main(prog_name="cpoker", standalone_mode=False) or 0
        except click.ClickException as error:
            shown = io.StringIO()
            error.show(shown)
            show_error(shown.getvalue().rstrip("\n"))
            code = error.exit_code
        except CpokerError as error:
            show_error(f"Error: {error}")
            code = _BAD_INPUT
        except (click.Abort, KeyboardInterrupt):
            click.echo("Interrupted.", err=True)
            code = _INTERRUPTED
        sys.stdout.flush()
    except OSError as error:
        _quiet_output()
        code = 0
        if not is_closed_pipe(error):
            click.echo(f"cpoker: the output cannot be written: {error.strerror or error}", err=True)
            code = 1
    return code


def _quiet_output() -> None:
    """Redirect standard output to the null device, so that Python's last flush does not fail again."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())


if __name__ == "__main__":
    main()
