/** What turns the direction of the text behind it. */
const turns = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const maxCharacters = 60;

/** A name as a part of our own words: it neither turns them around nor takes their place. */
export function sayName(name: string): string {
  const characters = [...name.replace(turns, "").trim()];
  if (characters.length === 0) return "?";
  return characters.length > maxCharacters
    ? `${characters.slice(0, maxCharacters - 1).join("")}…`
    : characters.join("");
}
