"""Back in time and forward again: undo, rewind, redo, corrections."""
