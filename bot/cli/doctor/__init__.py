"""`adjutant doctor`: what is wrong with an installation, and what to do about it."""
