/** What users and channels are called. */

/** What the page calls a user: the name shown to others. @param {User | undefined} user */
export function nameOf(user) {
  return user?.global_name || user?.username || "someone";
}

/** "@bert" as Discord sends it, if there is a user of this name. @param {string} text @param {User[]} users */
export function withMentions(text, users) {
  const longestFirst = [...users].sort((one, other) => nameOf(other).length - nameOf(one).length);
  return longestFirst.reduce((words, user) => words.replaceAll(`@${nameOf(user)}`, `<@${user.id}>`), text);
}
