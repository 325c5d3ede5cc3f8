const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const address = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`);

/**
 * The one form of an address that is stored and looked up: lower case. Null when it is none.
 * ASCII only, without quotes or comments (RFC 5321's dot-string), at most 254 characters: what every mailer reads alike.
 */
export function parseEmail(given: string): string | null {
  if (given.length > 254 || /[^\x21-\x7e]/.test(given)) return null;
  const email = given.toLowerCase();
  return email.indexOf("@") <= 64 && address.test(email) ? email : null;
}
