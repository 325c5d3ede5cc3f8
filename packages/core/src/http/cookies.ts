/** The values of every cookie with that name, in order of arrival, except for values that cannot be decoded. */
export function readCookies(header: string | null, name: string): readonly string[] {
  const values: string[] = [];
  if (!header) return values;
  const lead = `${name}=`;
  let from = 0;
  while (from < header.length) {
    while (header[from] === " ") from += 1;
    const semicolon = header.indexOf(";", from);
    const end = semicolon === -1 ? header.length : semicolon;
    const value = header.startsWith(lead, from) ? decode(header.slice(from + lead.length, end)) : null;
    if (value !== null) values.push(value);
    from = end + 1;
  }
  return values;
}

function decode(value: string): string | null {
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

export interface CookieAttributes {
  /** Null: the cookie ends with the browser's session. 0: the cookie is removed. */
  readonly maxAgeSeconds: number | null;
  readonly isSecure: boolean;
  /** Null: this host only. */
  readonly domain: string | null;
}

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const host = /^[a-z0-9.-]+$/;

/** A `Set-Cookie` line. Throws if a name, an age or a domain could end the attribute. */
export function writeCookie(
  name: string,
  value: string,
  { maxAgeSeconds, isSecure, domain }: CookieAttributes,
): string {
  if (!token.test(name)) throw new Error("The name of a cookie contains a character that is not allowed.");
  if (domain !== null && !host.test(domain))
    throw new Error("The domain of a cookie contains a character that is not allowed.");
  if (maxAgeSeconds !== null && !Number.isSafeInteger(maxAgeSeconds))
    throw new Error("The age of a cookie is not a whole number.");
  const life = maxAgeSeconds === null ? "" : `; Max-Age=${maxAgeSeconds}`;
  const where = domain === null ? "" : `; Domain=${domain}`;
  const flags = `; Path=/; HttpOnly${isSecure ? "; Secure" : ""}; SameSite=Lax`;
  return `${name}=${encodeURIComponent(value)}${life}${where}${flags}`;
}
