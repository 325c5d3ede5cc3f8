/** Characters that change the direction of later text. */
const turns = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const maxCharacters = 60;

/** A user's name inside the page's text: it can neither change the text's direction nor exceed a length. */
export function sayName(name: string): string {
  const characters = [...name.replace(turns, "").trim()];
  if (characters.length === 0) return "?";
  return characters.length > maxCharacters
    ? `${characters.slice(0, maxCharacters - 1).join("")}…`
    : characters.join("");
}
