"""The events in the log of Marne 1918, by chapter: what each changes and what the channel is told of it."""
