"""The gateway (v10): the WebSocket on which the bot receives events."""
