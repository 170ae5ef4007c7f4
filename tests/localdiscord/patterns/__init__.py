"""Small bots that use discord.py as its documentation shows, one pattern each. They know nothing of the server."""
