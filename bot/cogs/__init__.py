"""The slash commands: three lines each, from the interaction to the one road."""
