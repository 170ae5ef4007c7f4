"""Interactions: a user starts one, the bot responds within 3 s and can follow up for 15 min."""
