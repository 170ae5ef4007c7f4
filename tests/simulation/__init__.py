"""The whole system in one event loop: the bot, its database, Discord, the network between them, and people who play.
One seed draws all that the world leaves open, so that whatever goes wrong comes again by its seed alone.
"""
