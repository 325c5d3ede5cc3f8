const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const address = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`);

/**
 * The stored and lookup form of an address: lower case. Null if it is invalid. ASCII only, without quotes or comments
 * (RFC 5321's dot-string), at most 254 characters: the subset that every mailer parses alike.
 */
export function parseEmail(given: string): string | null {
  if (given.length > 254 || /[^\x21-\x7e]/.test(given)) return null;
  const email = given.toLowerCase();
  return email.indexOf("@") <= 64 && address.test(email) ? email : null;
}
