import { readSetCookie, type SetCookie } from "./set-cookie.js";

/** A cookie as a browser keeps it. */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Sent to this very host only, not to those below it. */
  readonly isHostOnly: boolean;
  readonly path: string;
  /** Null: until the browser is closed. */
  readonly expiresAt: Date | null;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
  readonly sameSite: SetCookie["sameSite"];
}

/** A browser's cookies, after RFC 6265bis. Public suffixes and `SameSite` are not judged. */
export interface CookieJar {
  /** What was not refused, has not expired and was not deleted. */
  readonly cookies: readonly Cookie[];
  /** The value of a cookie, on whatever path; null when there is none. */
  get(name: string): string | null;
  /** The `Cookie` header of a request; null when no cookie goes there. */
  header(url?: string | URL): string | null;
  /** Takes what an answer sets: its `Set-Cookie` headers, or such lines themselves. */
  accept(answer: Pick<Response, "headers"> | readonly string[], url?: string | URL): void;
  /** Ends the browser's session: cookies without a date go. */
  close(): void;
}

export interface CookieJarOptions {
  /** Where requests go that name no other URL. */
  readonly url: string | URL;
  /** The clock by which cookies expire. Default: the real one. */
  readonly now?: () => Date;
}

const maxLifetimeMilliseconds = 400 * 24 * 60 * 60 * 1000;

export function createCookieJar({ url: home, now = () => new Date() }: CookieJarOptions): CookieJar {
  // By domain, path and name; a cookie that is set again keeps its place, as browsers send older ones first.
  const kept = new Map<string, Cookie>();
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
        if (cookie) kept.set([cookie.domain, cookie.path, cookie.name].join("\n"), cookie);
      }
    },
    close() {
      for (const [key, { expiresAt }] of kept) if (expiresAt === null) kept.delete(key);
    },
  };
}

/** The cookie that a line makes of an answer from `url`; null when a browser would refuse it. */
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

/** RFC 6265bis section 4.1.3: what the name promises must be so. */
function keepsItsPrefix({ name, isSecure, domain, path }: SetCookie): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith("__secure-")) return isSecure;
  if (lower.startsWith("__host-")) return isSecure && domain === null && path === "/";
  return true;
}

/** `Max-Age` beats `Expires`, and nothing lives longer than 400 days. */
function expiryOf({ maxAgeSeconds, expires }: SetCookie, now: Date): Date | null {
  const wanted = maxAgeSeconds === null ? expires?.getTime() : now.getTime() + maxAgeSeconds * 1000;
  return wanted === undefined ? null : new Date(Math.min(wanted, now.getTime() + maxLifetimeMilliseconds));
}

/** The path of the request up to its last slash. */
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
