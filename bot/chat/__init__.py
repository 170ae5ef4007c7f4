"""Discord: the client, its commands, the answers to them, what is posted later, and the first hour."""
