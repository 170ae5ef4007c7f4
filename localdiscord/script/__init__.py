"""Scripts: plays the lines of a file as users of the guild, and prints what everybody sees.

# a comment
@anna #general              who acts, and where; either can stand alone
#general/a-long-thread      a thread of that channel; #dm is the user's DM channel with the bot
forum campaigns waiting     makes the forum #campaigns, with these tags
post "Marne" "who plays?" waiting  creates a post in the present forum, with tags, and goes there
/draw card name:"x y"       a slash command; a value with autocomplete is picked by the name of the choice
click "Keep"                the newest message with this button: the whole label, or its beginning
click "Keep" "Heroic Assault"   the one that belongs to the text with these words
select "Card" "Red ace"     a select by its placeholder, options by their labels
context "Why?" "a hit"      a command from the Apps menu of the newest message that holds these words (or of the newest)
fill points:31 note:yes     the open form, fields by label or custom_id; file:<ours.toml is that file beside the script
locale fr                   the language of the present user's Discord
restart                     kills the bot and starts it again on its database
wait 3d                     moves the server's clock forward (s, m, h, d, w)
expect "x"                  what the last action showed to the user here, or else the newest message
expect-not "x"              the opposite
"""
