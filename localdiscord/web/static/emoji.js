/** Emoji as text: the system font draws standard ones; custom ones are shown by their name. */

/** @param {Emoji | null | undefined} emoji */
export function emojiWords(emoji) {
  if (!emoji) return "";
  return emoji.id ? `:${emoji.name}:` : (emoji.name ?? "");
}
