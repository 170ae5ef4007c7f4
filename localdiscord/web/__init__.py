"""The web page on which people use the server as they use Discord."""
