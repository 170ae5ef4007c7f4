"""The kit: what games are made of, declared once a game."""
