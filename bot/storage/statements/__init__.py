"""The statements that are the same for every kind of database."""
