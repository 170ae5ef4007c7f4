/** Registered commands as a user types them, and typed text as the server expects it. Knows no page. */

import { LOCALE, t } from "./words.js";

export const OPTION_TYPE = { SUBCOMMAND: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, NUMBER: 10 };

const SLASH_COMMAND = 1;

/**
 * Every command with its groups and subcommands as one path: {id, path, description, options}, required options first.
 * @param {AnyCommand[]} commands
 * @returns {Command[]}
 */
export function listCommands(commands) {
  return commands
    .filter((command) => (command.type ?? SLASH_COMMAND) === SLASH_COMMAND)
    .flatMap((command) => unfold(command, command.id, ""))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** @param {AnyCommand | AnyOption} node @param {string} id @param {string} above @returns {Command[]} */
function unfold(node, id, above) {
  const path = above ? `${above} ${node.name}` : node.name;
  const options = node.options ?? [];
  const below = options.filter(({ type }) => type === OPTION_TYPE.SUBCOMMAND || type === OPTION_TYPE.GROUP);
  if (below.length) return below.flatMap((child) => unfold(child, id, path));
  return [{ id, path, description: describe(node), options: requiredFirst(/** @type {CommandOption[]} */ (options)) }];
}

/** What a command or an option does, in the page's language. @param {any} node */
export function describe({ description, description_localizations: others }) {
  return others?.[LOCALE] ?? description ?? "";
}

/** @param {CommandOption[]} options */
export function requiredFirst(options) {
  return [...options.filter((option) => option.required), ...options.filter((option) => !option.required)];
}

/** The commands that match the text after the slash, the best match first. @param {Command[]} commands @param {string} typed */
export function matchCommands(commands, typed) {
  const words = typed.trim().toLowerCase().replace(/\s+/g, " ");
  const ranked = commands.map((command) => ({ command, place: rank(command, words) })).filter(({ place }) => place >= 0);
  return ranked.sort((one, other) => one.place - other.place).map(({ command }) => command);
}

/** @param {Command} command @param {string} words */
function rank({ path, description }, words) {
  if (path === words) return 0;
  if (path.startsWith(words)) return 1;
  if (path.split(" ").some((word) => word.startsWith(words))) return 2;
  if (path.includes(words)) return 3;
  return words.length > 2 && description.toLowerCase().includes(words) ? 4 : -1;
}

/**
 * A whole line such as `draw card name:"Red ace"`: {command, texts}, or null if it begins with no command.
 * @param {Command[]} commands
 * @param {string} line
 */
export function readLine(commands, line) {
  const words = line.trim();
  const [command] = commands
    .filter(({ path }) => words === path || words.startsWith(`${path} `))
    .sort((one, other) => other.path.length - one.path.length);
  if (!command) return null;
  const rest = words.slice(command.path.length).trim();
  const texts = readOptions(command, rest);
  return texts && { command, texts };
}

/** @param {Command} command @param {string} text */
function readOptions({ options }, text) {
  /** @type {Texts} */
  const texts = {};
  let rest = text;
  while (rest) {
    const match = /^([\p{L}\p{N}_-]+):(?:"([^"]*)"|(.*?))(?=\s+[\p{L}\p{N}_-]+:|\s*$)\s*/u.exec(rest);
    if (!match || !options.some(({ name }) => name === match[1])) return null;
    texts[match[1]] = match[2] ?? match[3];
    rest = rest.slice(match[0].length);
  }
  return texts;
}

/** The values of a fixed list, or null if anything can be typed. @param {CommandOption} option @returns {Choice[] | null} */
export function fixedChoices(option) {
  if (option.type === OPTION_TYPE.BOOLEAN) return [{ name: "True", value: "true" }, { name: "False", value: "false" }];
  return option.choices?.length ? option.choices.map(({ name, value }) => ({ name, value: String(value) })) : null;
}

/** The choice that the typed text means, by name or value. @param {Choice[]} choices @param {string} text */
export function findChoice(choices, text) {
  const words = text.trim().toLowerCase();
  return choices.find(({ name }) => name.toLowerCase() === words) ?? choices.find(({ value }) => String(value).toLowerCase() === words);
}

/**
 * The value to send for one option: {value}, or {error} with a sentence. Empty text gives {value: undefined}.
 * @param {CommandOption} option
 * @param {string} text
 * @returns {Outcome}
 */
export function toValue(option, text) {
  const words = option.type === OPTION_TYPE.STRING ? text : text.trim();
  if (!words.trim()) return option.required ? { error: `${option.name} is required.` } : { value: undefined };
  const choices = fixedChoices(option);
  if (choices) {
    const choice = findChoice(choices, words);
    return choice ? { value: String(choice.value) } : { error: `${option.name}: choose one from the list.` };
  }
  const error = numberError(option, words) ?? lengthError(option, words);
  return error ? { error: `${option.name}: ${error}` } : { value: words };
}

/** @param {CommandOption} option @param {string} words */
function numberError({ type, min_value: least, max_value: most }, words) {
  if (type !== OPTION_TYPE.INTEGER && type !== OPTION_TYPE.NUMBER) return null;
  const pattern = type === OPTION_TYPE.INTEGER ? /^[-+]?\d+$/ : /^[-+]?(?:\d+\.?\d*|\.\d+)$/;
  if (!pattern.test(words)) return type === OPTION_TYPE.INTEGER ? t`write a whole number.` : t`write a number.`;
  if (least !== undefined && Number(words) < least) return t`at least ${least}.`;
  if (most !== undefined && Number(words) > most) return t`at most ${most}.`;
  return null;
}

/** @param {CommandOption} option @param {string} words */
function lengthError({ type, min_length: least, max_length: most }, words) {
  if (type !== OPTION_TYPE.STRING) return null;
  if (least !== undefined && words.length < least) return t`at least ${least} characters.`;
  if (most !== undefined && words.length > most) return t`at most ${most} characters.`;
  return null;
}
