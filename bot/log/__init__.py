"""The log as values and as a file: rows, snapshots, the export, its chain and its verification."""
