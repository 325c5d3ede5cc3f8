/** The values of every cookie of that name, in the order in which they came; one that cannot be decoded is left out. */
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
  /** Null: the cookie ends with the browser's session. 0: it is removed. */
  readonly maxAgeSeconds: number | null;
  readonly isSecure: boolean;
  /** Null: this host only. */
  readonly domain: string | null;
}

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const host = /^[a-z0-9.-]+$/;

/** A `Set-Cookie` line. Throws rather than let a name, an age or a domain end the attribute that it stands in. */
export function writeCookie(
  name: string,
  value: string,
  { maxAgeSeconds, isSecure, domain }: CookieAttributes,
): string {
  if (!token.test(name)) throw new Error("The name of a cookie holds a character that ends it.");
  if (domain !== null && !host.test(domain)) throw new Error("The domain of a cookie holds a character that ends it.");
  if (maxAgeSeconds !== null && !Number.isSafeInteger(maxAgeSeconds))
    throw new Error("The age of a cookie is no whole number.");
  const life = maxAgeSeconds === null ? "" : `; Max-Age=${maxAgeSeconds}`;
  const where = domain === null ? "" : `; Domain=${domain}`;
  const flags = `; Path=/; HttpOnly${isSecure ? "; Secure" : ""}; SameSite=Lax`;
  return `${name}=${encodeURIComponent(value)}${life}${where}${flags}`;
}
