"""Fields of Despair against itself: the Allies by a plain policy, the Central Powers by the bot, whole campaigns."""
