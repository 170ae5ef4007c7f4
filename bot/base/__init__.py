"""What every room stands on: clock, settings, languages, the games with their data, metrics and the log."""
