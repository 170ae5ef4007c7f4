"""The state of the one guild that the server holds: users, channels, messages, commands and files."""
