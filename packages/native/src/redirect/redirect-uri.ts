/**
 * How an app receives a redirect (RFC 8252, section 7). "claimed": an https URL that the system gives to the app that
 * the host names. "scheme": a private-use scheme, which another app may use, too. "loopback": a port of this machine,
 * which another program may listen at. "development": a URL of Expo's development server.
 */
export type RedirectKind = "claimed" | "scheme" | "loopback" | "development";

/** The characters of a URI (RFC 3986, section 2), without a backslash, which browsers parse as a slash. */
const wellFormed = /^[\x21-\x5b\x5d-\x7e]{1,512}$/;
/** RFC 8252, section 7.1: a name of a domain in the reverse order. */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/[^?#]*$/;
const loopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=[/?#:]|$)/;
const port = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):(\d{1,5})(?=\/|$)/;
const expo = /^exps?:\/\/[^?#@]+$/;

/** Why a redirect cannot be registered, as a sentence; or its kind. */
export function readRedirectURI(uri: unknown): RedirectKind | { readonly error: string } {
  if (typeof uri !== "string" || !wellFormed.test(uri)) return { error: "is not a URL" };
  if (uri.includes("#")) return { error: "has a fragment" };
  if (uri.includes("?")) return { error: "has a query; the app gets its values in `state`" };
  if (expo.test(uri)) return "development";
  if (privateScheme.test(uri) && URL.canParse(uri)) return "scheme";
  if (!URL.canParse(uri)) return { error: "is not a URL" };
  const { protocol, username, password, hostname, href } = new URL(uri);
  if (username !== "" || password !== "" || uri.includes("@")) return { error: "has a user name" };
  if (hostname === "localhost" || hostname.endsWith(".localhost"))
    return { error: "is at localhost, which may be another machine: write http://127.0.0.1 (RFC 8252, section 8.3)" };
  if (protocol === "http:")
    return loopback.test(uri) ? readLoopback(uri) : { error: "needs https, or http://127.0.0.1" };
  if (protocol !== "https:")
    return {
      error: "needs a scheme with a dot that is yours, e.g. com.example.app:/signed-in (RFC 8252, section 7.1)",
    };
  // A URL in another spelling is another URL for a comparison by characters.
  return href === uri ? "claimed" : { error: `is not in its normal form: write ${href}` };
}

const readLoopback = (uri: string): RedirectKind | { readonly error: string } =>
  port.test(uri) ? { error: "has a port: any port is accepted, leave it out" } : "loopback";

/** A redirect of a request as it is registered: a loopback address without the port (RFC 8252, section 7.3). */
const registeredForm = (uri: string): string =>
  uri.replace(port, (whole, address: string, digits: string) => (Number(digits) <= 65_535 ? address : whole));

/** The kind of a redirect of a request; null if the redirect is not in `registered`. No normalization but the port. */
export function matchRedirectURI(registered: readonly string[], uri: string): RedirectKind | null {
  if (!registered.includes(registeredForm(uri))) return null;
  const kind = readRedirectURI(registeredForm(uri));
  return typeof kind === "string" ? kind : null;
}

/** A redirect with these parameters. No other character of the redirect changes. */
export const withParameters = (uri: string, parameters: Readonly<Record<string, string>>): string =>
  `${uri}?${new URLSearchParams(parameters)}`;
