import { createHmac } from "node:crypto";

export interface OldCookie {
  /** The cookie with the session of the previous library. */
  readonly name: string;
  /** `cookies.continueFrom` of the config. */
  readonly prefix: string;
  readonly secret: string;
}

/** A `Cookie` header with the old session in the form that `continueFrom` reads. */
export function continuedCookies(header: string, { name, prefix, secret }: OldCookie): string {
  const pair = header.split(/; */).find((pair) => pair.startsWith(`${name}=`));
  const token = pair?.slice(name.length + 1);
  if (!token) return header;
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  const value = encodeURIComponent(`${token}.${signature}`);
  // Keyhold reads the first on http, the second on https.
  return `${header}; ${prefix}.session_token=${value}; __Secure-${prefix}.session_token=${value}`;
}

/** The same for the headers of a request or of a server component. */
export function continuedHeaders(headers: Headers, old: OldCookie): Headers {
  const continued = new Headers(headers);
  const cookies = headers.get("cookie");
  if (cookies !== null) continued.set("cookie", continuedCookies(cookies, old));
  return continued;
}
