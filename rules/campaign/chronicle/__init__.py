"""What follows from the log: it is retold, reported, counted, searched, and drawn."""
