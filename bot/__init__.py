"""The bot: everything that touches the world. Rules live in ``rules``."""
