"""What concerns the whole campaign: its place, its language, its end, its administrators."""
