"""What is posted later or edited: late results, panels, reminders."""
