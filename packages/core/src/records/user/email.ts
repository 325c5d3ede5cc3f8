const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const address = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`);

/** Blanks after an address, which keyboards of phones add. */
const blanksAfter = /[ \u00a0\u3000]+$/;

/**
 * The stored and lookup form of an address: lower case, without blanks at the end. Null if the address is invalid.
 * ASCII only, without quotes or comments (RFC 5321's dot-string), at most 254 characters: the subset that every mailer
 * parses alike.
 */
export function parseEmail(given: string): string | null {
  // No longer text is searched for blanks.
  const trimmed = given.length > 300 ? given : given.replace(blanksAfter, "");
  if (trimmed.length > 254 || /[^\x21-\x7e]/.test(trimmed)) return null;
  const email = trimmed.toLowerCase();
  return email.indexOf("@") <= 64 && address.test(email) ? email : null;
}
