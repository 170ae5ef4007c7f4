"""What a group keeps of its campaign and looks up in it: the journal, the report, the search."""
