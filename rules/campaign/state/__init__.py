"""Where a campaign stands, and the terms on which it was founded."""
