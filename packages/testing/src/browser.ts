import { type CookieJar, createCookieJar } from "./cookie-jar.js";
import { readPageForm } from "./page-form.js";

/** What a browser talks to: an auth, or anything else that answers requests. */
export interface Answering {
  readonly handler: (request: Request, connection?: { readonly ipAddress?: string }) => Promise<Response>;
}

export interface BrowserOptions {
  /** The origin of the page, e.g. "https://app.example.com". */
  readonly baseURL: string;
  /** Under which path the routes are. Default "/api/auth". */
  readonly basePath?: string;
  /** The clock by which cookies expire. */
  readonly now?: () => Date;
  /** The address that the server sees. */
  readonly ipAddress?: string;
}

/** One person at a browser: keeps cookies, and says where its page comes from. */
export interface Browser {
  readonly cookies: CookieJar;
  /** `fetch` for a path below `basePath`, or for a whole URL. Redirects are not followed. Needs no `this`. */
  readonly fetch: (path: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly get: (path: string, query?: Readonly<Record<string, string>>) => Promise<Response>;
  /**
   * Follows the link of an email as a user does: opens it, and presses the button if the answer is a page with one.
   *
   * @example await browser.follow(linkIn(await mailbox.waitFor("ann@example.com", { kind: "verify-email" })));
   */
  readonly follow: (link: string | URL) => Promise<Response>;
  /** Sends JSON. */
  readonly post: (path: string, body?: unknown) => Promise<Response>;
  /** The headers of its next request, for calls of `auth.api`. */
  headers(): Headers;
}

export function createBrowser(auth: Answering, options: BrowserOptions): Browser {
  const { baseURL, basePath = "/api/auth", now, ipAddress } = options;
  const { origin } = new URL(baseURL);
  const cookies = createCookieJar({ url: `${origin}${basePath}/`, ...(now && { now }) });

  const locate = (path: string | URL): URL =>
    typeof path === "string" && path.startsWith("/") ? new URL(origin + basePath + path) : new URL(path, origin);

  async function fetch(path: string | URL | Request, init?: RequestInit): Promise<Response> {
    const given = path instanceof Request ? new Request(path, init) : new Request(locate(path), init);
    const headers = new Headers(given.headers);
    addCookies(headers, cookies.header(given.url));
    if (given.method !== "GET" && given.method !== "HEAD" && !headers.has("origin")) headers.set("origin", origin);
    const connection = ipAddress === undefined ? {} : { ipAddress };
    const response = await auth.handler(new Request(given, { headers }), connection);
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

/** A cookie that a test gives by hand goes along with those of the jar. */
function addCookies(headers: Headers, fromJar: string | null): void {
  const all = [headers.get("cookie"), fromJar].filter((cookie) => cookie !== null);
  if (all.length > 0) headers.set("cookie", all.join("; "));
}
