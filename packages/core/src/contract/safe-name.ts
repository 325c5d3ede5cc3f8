/** Control characters, line breaks, and characters that change the text direction. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\s]+/gu;

/** Puts text on a single line, so that the text cannot begin another line, header or text direction. */
export const oneLine = (text: string): string => text.replace(breaks, " ").trim();

/** Invisible characters, e.g. between the parts of a host to hide the host from the check. */
const invisible = /\p{Default_Ignorable_Code_Point}+/gu;

/** Text that mail programs turn into a link: an address, a host, a telephone number. */
const followed = /[/\\@:]|[.。][\p{L}\p{N}]{2}|(?:\p{N}[\s().-]*){6}/u;

const maxCharacters = 60;

/**
 * The name of a user or of an organization, on a single line, for an email to a recipient chosen by the user. Null if
 * the name could be an advertisement: if the name contains a host, an address or a telephone number, or exceeds 60
 * characters.
 *
 * @example const greeting = safeName(user.name) === null ? "Hello," : `Hello ${safeName(user.name)},`;
 */
export function safeName(name: string): string | null {
  const shown = oneLine(name);
  const read = shown.normalize("NFKC").replace(invisible, "").trim();
  const isName = read !== "" && [...shown].length <= maxCharacters && !followed.test(read);
  return isName ? shown : null;
}
