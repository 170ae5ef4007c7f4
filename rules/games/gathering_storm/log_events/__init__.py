"""The events of Gathering Storm: each knows what it changes and what it tells."""
