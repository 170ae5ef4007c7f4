"""What happened in Gathering Storm: each event knows what it changes and what is told of it."""
