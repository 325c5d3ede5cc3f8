/** Characters that change the direction of later text. */
const turns = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const maxCharacters = 60;

/**
 * A name that users have chosen, inside a sentence: the name can neither change the direction of the sentence nor be
 * long.
 */
export function shortName(name: string): string {
  const characters = [...name.replace(turns, "").trim()];
  if (characters.length === 0) return "?";
  return characters.length > maxCharacters
    ? `${characters.slice(0, maxCharacters - 1).join("")}…`
    : characters.join("");
}
