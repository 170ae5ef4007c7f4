"""What things cost, each beside its limit in one run: ``make bench`` prints a table and writes ``bench.json``."""
