"""The command line: `cpoker`, or `python -m cpoker_fast`."""

import sys


def main() -> None:
    """Run the command line; if its dependencies are missing, say how to install them."""
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ModuleNotFoundError as error:
        from cpoker_fast.system.extras import install_command

        sys.exit(f"cpoker needs {error.name}: run `{install_command('cli')}`")
    from cpoker_fast.app.commands.running import run

    run()


if __name__ == "__main__":
    main()
