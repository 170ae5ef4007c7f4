"""The command line, and the only place where the parts are put together."""

import typer

app = typer.Typer(no_args_is_help=True)


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
