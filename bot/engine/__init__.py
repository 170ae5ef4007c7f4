"""Campaigns in play: from a request to a decision to a row of the log. No Discord."""
