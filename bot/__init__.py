"""The bot: everything that does I/O. Rules live in ``rules``."""

VERSION = "0.2.0"
"""The version of the program, by semantic versioning. The wheel, the citation and the changelog have the same."""
