import { type CookieJar, createCookieJar, readPageForm } from "@keyhold/testing";
import { createAuthClient } from "better-auth/client";
import { adminClient, inferAdditionalFields, organizationClient, usernameClient } from "better-auth/client/plugins";
import type { Side } from "./front.ts";
import type { PeerAuth } from "./peer.ts";

/** The real client of better-auth 1.2.12 in a browser with cookies. */
export interface PeerClient {
  readonly client: ReturnType<typeof createClient>;
  readonly cookies: CookieJar;
  /** The browser's `fetch`: with cookies and the page's origin. A path is below `/api/auth`. */
  readonly fetch: (path: string | URL, init?: RequestInit) => Promise<Response>;
  /** Opens the link of an email as a user does, and presses the button if the answer is a page with one. */
  readonly follow: (link: string) => Promise<Response>;
  /** Selects the server for the next requests; null: the front's choice. */
  toggle(side: Side | null): void;
}

/** `cookies`: those of an existing browser. */
export function openPeerClient(url: string, cookies: CookieJar = createCookieJar({ url })): PeerClient {
  let side: Side | null = null;
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const target = input instanceof Request ? input.url : String(input);
    const cookie = cookies.header(target);
    if (cookie) headers.set("cookie", cookie);
    if (!headers.has("origin")) headers.set("origin", new URL(url).origin);
    if (side && !headers.has("x-side")) headers.set("x-side", side);
    const response = await fetch(input, { ...init, headers, redirect: "manual" });
    cookies.accept(response, target);
    return response;
  };
  return {
    client: createClient(url, send),
    cookies,
    fetch: (path, init) =>
      send(typeof path === "string" && path.startsWith("/") ? `${url}/api/auth${path}` : path, init),
    async follow(link) {
      const page = await send(link, { headers: { accept: "text/html" } });
      const form = readPageForm(await page.clone().text());
      if (!form) return page;
      return send(new URL(form.action, link), { method: "POST", body: new URLSearchParams(form.fields) });
    },
    toggle(next) {
      side = next;
    },
  };
}

const createClient = (baseURL: string, customFetchImpl: typeof fetch) =>
  createAuthClient({
    baseURL,
    fetchOptions: { customFetchImpl },
    plugins: [
      usernameClient(),
      adminClient(),
      organizationClient({ teams: { enabled: true } }),
      inferAdditionalFields<PeerAuth>(),
    ],
  });
