/** Emoji as words: the system font draws Discord's plain ones; those of a server stand as their name. */

export function emojiWords(emoji) {
  if (!emoji) return "";
  return emoji.id ? `:${emoji.name}:` : (emoji.name ?? "");
}
