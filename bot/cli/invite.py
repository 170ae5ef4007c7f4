"""The invitation: exactly the permissions that the bot's features use, and what each is for.

Without any of them a game goes on by the answers to commands and buttons alone. A DM needs none.
"""

import discord

PERMISSIONS = {
    "view_channel": "see the channels in which it posts",
    "send_messages": "post what is not an answer to a command: deadlines, reminders, the welcome",
    "send_messages_in_threads": "do the same in threads",
    "create_public_threads": "open a thread for a game to try, and for a campaign started by a button",
    "embed_links": "show results as embeds when it posts by itself",
    "attach_files": "show pictures, and the dice of an ended campaign as a file",
    "read_message_history": "see whether a result was posted already before it posts it again",
    "pin_messages": "pin the panel; Discord split this off Manage Messages in 2026",
}
"""What the invitation asks for, by discord.py's names."""
INVITED = discord.Permissions(**dict.fromkeys(PERMISSIONS, True))


def invitation(application: int) -> str:
    """Return the address at which the bot is invited to a server."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=INVITED, scopes=scopes)
