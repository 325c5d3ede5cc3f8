import { type Cookie, type CookieJar, createCookieJar } from "./cookie-jar.js";
import { readPageForm } from "./page-form.js";

/** What a browser sends requests to: an auth, or another request handler. */
export interface Answering {
  readonly handler: (request: Request, connection?: { readonly ipAddress?: string }) => Promise<Response>;
}

/** Options of `createBrowser`. */
export interface BrowserOptions {
  /** The URL of the app, e.g. "https://app.example.com". A path is removed from requests, as a proxy does. */
  readonly baseURL: string;
  /** The path of the routes. Default "/api/auth". */
  readonly basePath?: string;
  /** The clock for the expiry of cookies. */
  readonly now?: () => Date;
  /** The IP address that the server sees. */
  readonly ipAddress?: string;
  /** The cookies of another browser, to begin with a copy of them. Default: none. */
  readonly cookies?: readonly Cookie[];
}

/** A browser with one user: keeps cookies and sends the origin of the page. */
export interface Browser {
  readonly cookies: CookieJar;
  /** `fetch` for a path below `basePath`, or for a whole URL. Follows no redirects. Works without `this`. */
  readonly fetch: (path: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<Response>;
  /**
   * Follows the link of an email as a user does: opens the link, and presses the button if the page has one.
   *
   * @example await browser.follow(linkIn(await mailbox.waitFor("ann@example.com", { kind: "verify-email" })));
   */
  readonly follow: (link: string | URL) => Promise<Response>;
  /** Posts JSON. */
  readonly post: (path: string, body?: unknown) => Promise<Response>;
  /** The headers of the browser's next request, for calls of `auth.api`. */
  headers(): Headers;
}

/** Makes a browser for requests to an auth, with separate cookies. */
export function createBrowser(auth: Answering, options: BrowserOptions): Browser {
  const { baseURL, basePath = "/api/auth", now, ipAddress, cookies: initial = [] } = options;
  const { origin, pathname } = new URL(baseURL);
  const publicPath = pathname.replace(/\/+$/, "") + basePath;
  const cookies = createCookieJar({ url: `${origin}${publicPath}/`, cookies: initial, ...(now && { now }) });

  const locate = (path: string | URL): URL =>
    typeof path === "string" && path.startsWith("/") ? new URL(origin + publicPath + path) : new URL(path, origin);

  async function fetch(path: string | URL | Request, init?: RequestInit): Promise<Response> {
    const given = path instanceof Request ? new Request(path, init) : new Request(locate(path), init);
    const headers = new Headers(given.headers);
    addCookies(headers, cookies.header(given.url));
    if (given.method !== "GET" && given.method !== "HEAD" && !headers.has("origin")) headers.set("origin", origin);
    const connection = ipAddress === undefined ? {} : { ipAddress };
    const seen = await withUrl(given, seenUrl(given.url, publicPath, basePath), headers);
    const response = await auth.handler(seen, connection);
    cookies.accept(response, given.url);
    return response;
  }

  return {
    cookies,
    fetch,
    follow: async (link) => {
      const response = await fetch(link, { headers: { accept: "text/html,application/xhtml+xml" } });
      const isPage = response.headers.get("content-type")?.startsWith("text/html");
      const form = isPage ? readPageForm(await response.clone().text()) : null;
      const body = new URLSearchParams(form?.fields);
      return form ? fetch(new URL(form.action, locate(link)), { method: "POST", body }) : response;
    },
    get: (path, query) => fetch(query ? `${path}?${new URLSearchParams(query)}` : path),
    post: (path, body = {}) =>
      fetch(path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    headers: () => {
      const headers = new Headers({ origin });
      addCookies(headers, cookies.header());
      return headers;
    },
  };
}

/** The URL of a request behind a proxy that removes the path of the app. */
function seenUrl(url: string, publicPath: string, basePath: string): URL {
  const seen = new URL(url);
  if (seen.pathname.startsWith(`${publicPath}/`)) seen.pathname = basePath + seen.pathname.slice(publicPath.length);
  return seen;
}

/**
 * A copy of a request, with another URL and other headers. Made from the single fields, with headers set afterwards, for
 * tests of components. In Vitest's jsdom, `new Request(url, request)` does not read the method. In happy-dom, the
 * constructor drops `Cookie` and `Origin`, which a page may not set.
 */
async function withUrl(given: Request, url: URL, headers: Headers): Promise<Request> {
  const { method, signal } = given;
  const body = given.body === null ? null : await given.arrayBuffer();
  const request = new Request(url, { method, body, signal });
  for (const [name, value] of headers) request.headers.set(name, value);
  return request;
}

/** Adds a cookie header of the test to the cookies of the jar. */
function addCookies(headers: Headers, fromJar: string | null): void {
  const all = [headers.get("cookie"), fromJar].filter((cookie) => cookie !== null);
  if (all.length > 0) headers.set("cookie", all.join("; "));
}
