"""The users of the guild, and what they can do in their Discord client."""
