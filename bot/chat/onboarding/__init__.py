"""The first hour: the card on a new server, a first campaign, `/help`, a server's settings."""
