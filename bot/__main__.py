"""The command ``adjutant``. A container asks for the health every minute, so that imports next to nothing."""

import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:] == ["health"]:
        from bot.base.heartbeat import health

        sys.exit(health())
    from bot.cli.command_line import main

    main()


if __name__ == "__main__":
    main()
