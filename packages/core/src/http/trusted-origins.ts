/** The origins of pages that may call and be redirected to. */
export interface TrustedOrigins {
  /** The entries as the app has written them, for messages. */
  readonly entries: readonly string[];
  /**
   * Whether an `Origin` header names a trusted origin: of an http or https page, or exactly the scheme and host of a
   * shell around the app's pages, e.g. "capacitor://localhost".
   */
  trustsOrigin(origin: string): boolean;
  /** Whether an absolute, parsed URL is at a trusted origin. */
  trustsUrl(url: URL): boolean;
  /**
   * Whether an entry without a star names the URL: for a target that gets a secret. A host below a star may be a
   * user's.
   */
  trustsExactly(url: URL): boolean;
}

/** A parsed entry of the list. */
interface Pattern {
  readonly isWildcard?: true;
  trusts(url: URL): boolean;
  /** The `Origin` header of an app's own scheme with a host; null: no page of this scheme may call. */
  readonly shellOrigin?: string | null;
}

/** Parses a list with the own origin. An invalid entry matches no URL; `trustedOriginError` names the error. */
export function trustedOrigins(list: readonly unknown[]): TrustedOrigins {
  const patterns = list.flatMap((entry) => {
    const pattern = readPattern(entry);
    return typeof pattern === "string" ? [] : [pattern];
  });
  const trustsUrl = (url: URL): boolean => patterns.some((pattern) => pattern.trusts(url));
  return {
    entries: list.filter((entry) => typeof entry === "string"),
    trustsUrl,
    trustsExactly: (url) => patterns.some((pattern) => !pattern.isWildcard && pattern.trusts(url)),
    trustsOrigin(text) {
      if (patterns.some(({ shellOrigin }) => shellOrigin === text)) return true;
      if (!URL.canParse(text)) return false;
      const url = new URL(text);
      // An origin has exactly one spelling: no browser sends another spelling.
      return isWeb(url) && url.origin === text && trustsUrl(url);
    },
  };
}

/** The config error of an entry, as a sentence; null if valid. */
export function trustedOriginError(entry: unknown): string | null {
  const pattern = readPattern(entry);
  return typeof pattern === "string" ? pattern : null;
}

const isWeb = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "http:";

const schemeAndRest = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is;
/** Blanks, control characters, characters that browsers parse as a slash, and the separator before a host. */
const neverInEntry = /[^\x21-\x7e\u00a1-\u{10ffff}]|[\\@]/u;

function readPattern(entry: unknown): Pattern | string {
  const example = `${JSON.stringify(entry)} is not an origin such as "https://app.example.com"`;
  if (typeof entry !== "string") return example;
  const [, scheme = "", rest = ""] = schemeAndRest.exec(entry) ?? [];
  const isHttp = /^https?$/i.test(scheme);
  if (entry.startsWith("*")) return `${JSON.stringify(entry)} lacks a scheme, e.g. "https://*.example.com"`;
  if (scheme === "" || neverInEntry.test(rest)) return example;
  if (!isHttp)
    return neverTrusted.has(scheme.toLowerCase())
      ? `${scheme}: can run code or read files; remove it`
      : readScheme(entry, example);
  if (rest.includes("*")) return readWildcard(entry, scheme, rest);
  if (!URL.canParse(entry)) return example;
  const { origin } = new URL(entry);
  return { trusts: (url) => isWeb(url) && url.origin === origin };
}

/** "https://*.example.com" or with a port: the star matches exactly one label of the host. */
function readWildcard(entry: string, scheme: string, rest: string): Pattern | string {
  const asked = `${JSON.stringify(entry)} may have one star, as the first label of the host, e.g. "https://*.example.com"`;
  const suffix = /^\*(\.[^*]*)$/.exec(rest)?.[1];
  if (suffix === undefined) return asked;
  const sample = `${scheme}://a${suffix}`;
  if (!URL.canParse(sample)) return asked;
  const { protocol, hostname, port, pathname, search, hash } = new URL(sample);
  if (pathname !== "/" || search || hash) return `${JSON.stringify(entry)} has a path; a star is for hosts only`;
  const fixed = hostname.slice(1);
  const labels = fixed.slice(1).split(".");
  const isNamed = labels.every((label) => label !== "") && (labels.length >= 2 || fixed === ".localhost");
  if (!isNamed)
    return `${JSON.stringify(entry)} trusts every domain below a suffix; write at least two fixed labels, e.g. "https://*.example.com"`;
  return {
    isWildcard: true,
    trusts: (url) => {
      const label = url.hostname.slice(0, -fixed.length);
      const isBelow = url.hostname.endsWith(fixed) && /^[a-z0-9_-]+$/.test(label);
      return isBelow && url.protocol === protocol && url.port === port;
    },
  };
}

/**
 * The scheme of an app: "myapp://" for any host, "myapp://open" for a single host, "myapp://open/here" for a single
 * path. The scheme must be the app's own: a system's schemes open more than apps. Pages of a single host may also call,
 * since browsers and shells write that origin themselves; an entry without a host or with a path is for redirects.
 */
function readScheme(entry: string, example: string): Pattern | string {
  if (entry.includes("*")) return `${JSON.stringify(entry)} has a star; an app's scheme has none`;
  if (!URL.canParse(entry)) return example;
  const { protocol, host, pathname, search, hash } = new URL(entry);
  const path = decode(pathname);
  if (search || hash || path === null) return example;
  const hasPath = path !== "" && path !== "/";
  if (host === "" && hasPath) return example;
  return {
    shellOrigin: host === "" || hasPath ? null : `${protocol}//${host}`,
    trusts: (url) =>
      url.protocol === protocol && (host === "" || url.host === host) && (!hasPath || decode(url.pathname) === path),
  };
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Schemes that execute their content, read local data, or open other programs than the app. */
const neverTrusted: ReadonlySet<string> = new Set([
  "about",
  "blob",
  "cid",
  "content",
  "data",
  "file",
  "filesystem",
  "ftp",
  "intent",
  "jar",
  "javascript",
  "mailto",
  "mhtml",
  "ms-appx",
  "ms-its",
  "resource",
  "sms",
  "tel",
  "vbscript",
  "view-source",
  "ws",
  "wss",
  "wyciwyg",
]);
