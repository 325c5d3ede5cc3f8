import { readSetCookie, type SetCookie } from "./set-cookie.js";

/** A cookie as stored by a browser. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Sent to this host only, not to subdomains. */
  readonly isHostOnly: boolean;
  readonly path: string;
  /** Null: until the browser is closed. */
  readonly expiresAt: Date | null;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
  readonly sameSite: SetCookie["sameSite"];
}

/** The cookies of a browser, by RFC 6265bis, without public suffixes and `SameSite`. */
export interface CookieJar {
  /** The cookies that were accepted and have not expired. */
  readonly cookies: readonly Cookie[];
  /** The value of a cookie, on any path; null if missing. */
  get(name: string): string | null;
  /** The `Cookie` header of a request; null without cookies for the URL. */
  header(url?: string | URL): string | null;
  /** Stores the cookies of a response: from the `Set-Cookie` headers, or from such lines. */
  accept(answer: Pick<Response, "headers"> | readonly string[], url?: string | URL): void;
  /** Ends the browser's session: cookies without an expiry are removed. */
  close(): void;
}

/** Options of `createCookieJar`. */
export interface CookieJarOptions {
  /** The URL of requests that name no other URL. */
  readonly url: string | URL;
  /** The clock for the expiry of cookies. Default: the real clock. */
  readonly now?: () => Date;
  /** The cookies of another jar, to begin with a copy of them. Default: none. */
  readonly cookies?: readonly Cookie[];
}

const maxLifetimeMilliseconds = 400 * 24 * 60 * 60 * 1000;

/** Makes a cookie jar, which is empty by default. */
export function createCookieJar({ url: home, now = () => new Date(), cookies = [] }: CookieJarOptions): CookieJar {
  // By domain, path and name. A cookie that is set again keeps the old position: browsers send older cookies first.
  const kept = new Map(cookies.map((cookie) => [keyOf(cookie), cookie]));
  const current = (): Cookie[] =>
    [...kept.values()].filter(({ expiresAt }) => expiresAt === null || expiresAt.getTime() > now().getTime());

  return {
    get cookies() {
      return current();
    },
    get: (name) => current().find((cookie) => cookie.name === name)?.value ?? null,
    header(url = home) {
      const sent = current()
        .filter((cookie) => goesTo(cookie, new URL(url)))
        .sort((one, other) => other.path.length - one.path.length);
      return sent.length === 0 ? null : sent.map(({ name, value }) => `${name}=${value}`).join("; ");
    },
    accept(answer, url = home) {
      const lines = "headers" in answer ? answer.headers.getSetCookie() : answer;
      for (const line of lines) {
        const cookie = receive(line, new URL(url), now());
        if (cookie) kept.set(keyOf(cookie), cookie);
      }
    },
    close() {
      for (const [key, { expiresAt }] of kept) if (expiresAt === null) kept.delete(key);
    },
  };
}

const keyOf = ({ domain, path, name }: Cookie): string => [domain, path, name].join("\n");

/** The cookie of a line in a response from `url`; null if a browser would reject the cookie. */
function receive(line: string, url: URL, now: Date): Cookie | null {
  const set = readSetCookie(line);
  if (!set) return null;
  if (set.domain !== null && !isWithin(url.hostname, set.domain)) return null;
  if (set.isSecure && url.protocol !== "https:") return null;
  if (!keepsItsPrefix(set)) return null;
  const { name, value, isSecure, isHttpOnly, sameSite } = set;
  return {
    name,
    value,
    isSecure,
    isHttpOnly,
    sameSite,
    domain: set.domain ?? url.hostname,
    isHostOnly: set.domain === null,
    path: set.path ?? defaultPath(url),
    expiresAt: expiryOf(set, now),
  };
}

/** RFC 6265bis, section 4.1.3: the prefix of the name must match the attributes. */
function keepsItsPrefix({ name, isSecure, domain, path }: SetCookie): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith("__secure-")) return isSecure;
  if (lower.startsWith("__host-")) return isSecure && domain === null && path === "/";
  return true;
}

/** `Max-Age` overrides `Expires`. The maximum lifetime is 400 days. */
function expiryOf({ maxAgeSeconds, expires }: SetCookie, now: Date): Date | null {
  const wanted = maxAgeSeconds === null ? expires?.getTime() : now.getTime() + maxAgeSeconds * 1000;
  return wanted === undefined ? null : new Date(Math.min(wanted, now.getTime() + maxLifetimeMilliseconds));
}

/** The path of the request up to the last slash. */
function defaultPath({ pathname }: URL): string {
  const end = pathname.lastIndexOf("/");
  return end <= 0 ? "/" : pathname.slice(0, end);
}

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.startsWith("[");

const isWithin = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && !isAddress(host));

function goesTo(cookie: Cookie, { protocol, hostname, pathname }: URL): boolean {
  if (cookie.isSecure && protocol !== "https:") return false;
  if (cookie.isHostOnly ? hostname !== cookie.domain : !isWithin(hostname, cookie.domain)) return false;
  if (pathname === cookie.path) return true;
  const below = cookie.path.endsWith("/") ? cookie.path : `${cookie.path}/`;
  return pathname.startsWith(below);
}
