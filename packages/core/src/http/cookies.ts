/** The cookies of a request by name. The first of two with one name wins, as browsers send the more specific first. */
export function readCookie(header: string | null, name: string): string | null {
  if (!header) return null;
  const lead = `${name}=`;
  let from = 0;
  while (from < header.length) {
    while (header[from] === " ") from += 1;
    const semicolon = header.indexOf(";", from);
    const end = semicolon === -1 ? header.length : semicolon;
    if (header.startsWith(lead, from)) return decode(header.slice(from + lead.length, end));
    from = end + 1;
  }
  return null;
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
}

/** A `Set-Cookie` line. Name and value are ours, so that neither can hold a separator. */
export function writeCookie(name: string, value: string, { maxAgeSeconds, isSecure }: CookieAttributes): string {
  const life = maxAgeSeconds === null ? "" : `; Max-Age=${maxAgeSeconds}`;
  return `${name}=${encodeURIComponent(value)}${life}; Path=/; HttpOnly${isSecure ? "; Secure" : ""}; SameSite=Lax`;
}
