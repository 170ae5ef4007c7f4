"""What happens in Marne 1918: each event with what it changes and what is told of it, by chapter."""
