import { readCode } from "@keyhold/core/mailbox";
import { randomText } from "@keyhold/core/plugin";

/** No vowels, so that no code is a word; no digits, so that no letter is taken for a digit (RFC 8628, section 6.1). */
const letters = "BCDFGHJKLMNPQRSTVWXZ";
const length = 8;
const wellFormed = new RegExp(`^[${letters}]{${length}}$`);

/** Every letter is equally likely: 60 of the 62 characters of a random text stand for three of them each. */
const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567";

/** A new user code: eight letters. */
export function newUserCode(): string {
  let code = "";
  while (code.length < length) {
    const index = characters.indexOf(randomText(1));
    if (index >= 0) code += letters[index % letters.length];
  }
  return code;
}

/**
 * The code that a user has typed or pasted, in stored form: case, dashes, blanks and invisible characters do not count.
 * Null: no code has this form.
 */
export function readUserCode(given: string): string | null {
  const code = readCode(given).toUpperCase();
  return wellFormed.test(code) ? code : null;
}

/** A code as users read it: "WDJB-MJHT". */
export const shownUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
