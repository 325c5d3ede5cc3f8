import { createCookieJar } from "@keyhold/testing";
import type { Step } from "./steps.ts";

/** A response whose body was read. */
export interface Answer {
  readonly status: number;
  /** The parsed JSON, else the text. */
  readonly body: unknown;
  readonly cookies: readonly string[];
}

/** A browser that takes one step after another. */
export interface Browser {
  take(step: Step): Promise<Answer>;
}

/** `url`: the server's real one. `seen`: where the app believes to be. `headers`: as a proxy would add them. */
export function openBrowser(
  url: string,
  { seen = url, headers = {} }: { readonly seen?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Browser {
  const { origin } = new URL(seen);
  const jar = createCookieJar({ url: origin });
  let old = "";
  return {
    async take({ method, path, body, origin: from = origin, withOldCookies }) {
      const cookie = jar.header();
      const sent = new Headers({ ...headers, cookie: (withOldCookies ? old : cookie) ?? "" });
      if (method === "POST") sent.set("origin", from);
      if (body !== undefined) sent.set("content-type", "application/json");
      const text = typeof body === "object" ? JSON.stringify(body) : body;
      const response = await fetch(url + path, { method, headers: sent, body: text ?? null });
      if (path.endsWith("/sign-out")) old = cookie ?? "";
      jar.accept(response);
      return { status: response.status, body: parsed(await response.text()), cookies: response.headers.getSetCookie() };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
