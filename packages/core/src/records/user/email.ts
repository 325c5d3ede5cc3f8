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

/**
 * Whether an address is a placeholder, e.g. of a guest: the domain `.invalid` has no mailboxes (RFC 2606, section 2). No
 * email is sent to a placeholder.
 */
export const isPlaceholder = (email: string): boolean => email.toLowerCase().endsWith(".invalid");

/**
 * `parseEmail` for an address that is to receive email, e.g. of a sign-up or an invitation: null also for a placeholder,
 * so that a caller neither takes nor names the address of a guest.
 */
export function parseMailbox(given: string): string | null {
  const email = parseEmail(given);
  return email === null || isPlaceholder(email) ? null : email;
}
