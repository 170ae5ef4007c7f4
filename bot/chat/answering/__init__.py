"""What somebody gets who presses or types something: results, private views, refusals."""
