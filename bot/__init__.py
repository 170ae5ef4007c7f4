"""The bot: everything that does I/O. Rules live in ``rules``."""
