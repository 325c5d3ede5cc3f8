/** A request as the server gets it. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly origin: string | null;
  readonly cookie: string | null;
}

const safelisted = ["accept", "accept-language", "content-language"];
const readable = ["cache-control", "content-length", "content-type"];
const failure = (): TypeError => new TypeError("Failed to fetch");

/**
 * `fetch` of a page in a web view (Fetch, sections 3.2 and 4.8): the request has the page's `Origin`, a preflight goes
 * before, and the page reads the headers alone that the server exposes. Web views of phones add their cookies against
 * `credentials: "omit"`: here this is the cookie `cookie`.
 */
export function webViewFetch(origin: string, { cookie = "" } = {}): { fetch: typeof fetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const isAllowed = (answer: Response): boolean => answer.headers.get("access-control-allow-origin") === origin;

  async function preflight(input: string | URL | Request, method: string, headers: Headers): Promise<void> {
    const names = [...headers.keys()].filter((name) => !safelisted.includes(name)).sort();
    if (names.length === 0) return;
    const asked = { "access-control-request-method": method, "access-control-request-headers": names.join(",") };
    const answer = await fetch(input, { method: "OPTIONS", headers: { ...asked, origin } });
    const allowed = (answer.headers.get("access-control-allow-headers") ?? "").split(",");
    if (!answer.ok || !isAllowed(answer) || names.some((name) => !allowed.includes(name))) throw failure();
  }

  return {
    sent,
    async fetch(input, init = {}) {
      const headers = new Headers(init.headers);
      const { method = "GET" } = init;
      await preflight(input, method, headers);
      headers.set("origin", origin);
      headers.set("sec-fetch-site", "cross-site");
      if (cookie !== "") headers.set("cookie", cookie);
      sent.push({ method, path: new URL(String(input)).pathname, origin, cookie: headers.get("cookie") });
      const answer = await fetch(input, { ...init, headers });
      if (!isAllowed(answer)) throw failure();
      const exposed = (answer.headers.get("access-control-expose-headers") ?? "").split(/,\s*/);
      const shown = [...answer.headers].filter(([name]) => readable.includes(name) || exposed.includes(name));
      return new Response(answer.status === 204 ? null : await answer.text(), {
        status: answer.status,
        headers: shown,
      });
    },
  };
}
