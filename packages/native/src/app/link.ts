/** What the browser brings back to the app (RFC 6749, section 4.1.2, and RFC 9207). */
export interface AppLink {
  readonly state: string;
  readonly iss: string;
  readonly code?: string;
  readonly error?: string;
}

const withCode = "code iss state";
const withError = "error iss state";

/** What a link of the server begins with, and says. */
interface Own {
  readonly redirect: string;
  readonly issuer: string;
}

/**
 * Reads a link of the server on `redirect`; null for each other link. A link with a further parameter, e.g. a token or a cookie, and a
 * link with a parameter twice is not of the server. By hand, because React Native has no complete `URL`.
 */
export function readLink(url: string, { redirect, issuer }: Own): AppLink | null {
  // A browser adds the fragment of the page before to a redirect without a fragment.
  const [address = ""] = url.split("#", 1);
  if (!address.startsWith(`${redirect}?`)) return null;
  const pairs = address
    .slice(redirect.length + 1)
    .split("&")
    .map((pair) => pair.split("=", 2).map(decoded) as [string, string]);
  const names = pairs
    .map(([name]) => name)
    .sort()
    .join(" ");
  const isLink = (names === withCode || names === withError) && pairs.every(([, value]) => value);
  const link = Object.fromEntries(pairs) as unknown as AppLink;
  return isLink && link.iss === issuer ? link : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return "";
  }
}

/** A query, without parameters that are `undefined`. */
export const query = (parameters: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join("&");
