import { readCookies } from "../http/cookies.js";
import type { RequestHeaders } from "../pipeline/session-check.js";
import { verifyBySecrets } from "../secret/signature.js";

/** A cookie of a call, for a framework with a cookie jar of its own. */
export interface Cookie {
  readonly name: string;
  /** Decoded: the framework encodes it again. */
  readonly value: string;
  readonly options: CookieOptions;
}

/** The attributes of a cookie, named as in most frameworks. */
export interface CookieOptions {
  readonly path: string;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: "lax";
  /** In seconds; 0 removes the cookie, and without it the cookie ends with the browser's session. */
  readonly maxAge?: number;
  readonly domain?: string;
}

/**
 * The `Set-Cookie` lines of a call as objects.
 *
 * @example
 * const lines: string[] = [];
 * await auth.api.signOut({}, { headers, setCookie: (line) => lines.push(line) });
 * for (const { name, value, options } of cookiesOf(lines)) jar.set(name, value, options);
 */
export const cookiesOf = (lines: readonly string[]): readonly Cookie[] => lines.map(readLine);

function readLine(line: string): Cookie {
  const [pair = "", ...attributes] = line.split("; ");
  const [name, value] = splitAtEquals(pair);
  const given = new Map(attributes.map(splitAtEquals));
  const maxAge = given.get("Max-Age");
  const domain = given.get("Domain");
  return {
    name,
    value: decodeURIComponent(value),
    options: {
      path: given.get("Path") ?? "/",
      httpOnly: given.has("HttpOnly"),
      secure: given.has("Secure"),
      sameSite: "lax",
      ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
      ...(domain === undefined ? {} : { domain }),
    },
  };
}

function splitAtEquals(text: string): [name: string, value: string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Which cookie `hasSessionCookie` looks for. */
export interface SessionCookieOptions {
  /** `cookies.prefix` of the config. Default "keyhold". */
  readonly prefix?: string;
  /** The secret of the config: with it the signature is verified, too. */
  readonly secret?: string | readonly string[] | undefined;
}

/** The form of a signed token. */
const isSigned = /^[\w-]{16,}\.[A-Za-z0-9+/]{43}=$/;

/**
 * Whether a request has a session cookie, by the cookie alone: a hint for redirects, no protection, because the session
 * may have ended. Reads no database.
 *
 * @example if (!hasSessionCookie(request)) return Response.redirect(new URL("/sign-in", request.url));
 */
export function hasSessionCookie(
  request: RequestHeaders,
  { prefix = "keyhold", secret }: SessionCookieOptions = {},
): boolean {
  const header = cookieHeaderOf(request);
  const names = ["", "__Host-", "__Secure-"].map((lead) => `${lead}${prefix}.session_token`);
  const signed = names.flatMap((name) => readCookies(header, name)).filter((value) => isSigned.test(value));
  const [newest, ...older] = [secret ?? []].flat().filter(Boolean);
  if (newest === undefined) return signed.length > 0;
  return signed.some((value) => verifyBySecrets([newest, ...older], "session_token", value) !== null);
}

function cookieHeaderOf(request: RequestHeaders): string | null {
  const headers: unknown = "headers" in request && typeof request.headers === "object" ? request.headers : request;
  if (isHeaders(headers)) return headers.get("cookie");
  const cookie: unknown = Reflect.get(Object(headers), "cookie");
  return typeof cookie === "string" ? cookie : null;
}

/** `Headers` of any realm: a framework may bring its own class. */
const isHeaders = (value: unknown): value is Headers => typeof Object(value).get === "function";

export {
  clearedSignedCookie,
  cookieName,
  type GivenCookie,
  readSignedCookies,
  signedCookie,
} from "../session/cookie.js";

// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
