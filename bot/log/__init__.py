"""The log as values and as a file: rows, the export, its chain and its verification."""
