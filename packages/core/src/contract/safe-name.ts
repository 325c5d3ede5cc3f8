/** Control characters, ends of lines, and what turns the direction of the text behind it. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\s]+/gu;

/** Text that cannot begin another line, header or direction, whoever wrote it. */
export const oneLine = (text: string): string => text.replace(breaks, " ").trim();

/** What nobody sees, e.g. between the parts of a host, so that it is not found there. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;

/** What mail programs turn into something to follow or to call: an address, a host, a number. */
const followed = /[/\\@:]|[.。][\p{L}\p{N}]{2}|(?:\p{N}[\s().-]*){6}/u;

const maxCharacters = 60;

/**
 * The name of a person or of what they made, on one line, for a letter to somebody whom they chose; null where it could be
 * an advertisement: with a host, an address or a telephone number in it, or longer than 60 characters. Whoever writes to
 * an address through us is to say no more in it than who they are.
 *
 * @example const greeting = safeName(user.name) === null ? "Hello," : `Hello ${safeName(user.name)},`;
 */
export function safeName(name: string): string | null {
  const shown = oneLine(name);
  const read = shown.normalize("NFKC").replace(invisible, "").trim();
  const isName = read !== "" && [...shown].length <= maxCharacters && !followed.test(read);
  return isName ? shown : null;
}
