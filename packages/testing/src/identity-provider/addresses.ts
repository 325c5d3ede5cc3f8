import type { Dialect } from "./dialect.js";
import { dialects } from "./dialects/index.js";
import { exampleDialect } from "./example.js";

/** The prefix of providers' URLs on this server: `/-/github.com/login/oauth/authorize`. */
const lead = "/-/";

/** The URL on this server for a provider's URL. */
export function translate(origin: string, given: string | URL): string {
  const url = new URL(given);
  return url.origin === origin ? url.href : `${origin}${lead}${url.host}${url.pathname}${url.search}`;
}

/** The provider's URL for a URL on this server. */
export function original(origin: string, { pathname }: URL): string {
  return pathname.startsWith(lead) ? `https://${pathname.slice(lead.length)}` : origin + pathname;
}

export const spoken = (origin: string): readonly Dialect[] => [exampleDialect(origin), ...Object.values(dialects)];

/** The dialect of an authorization page. */
export function dialectAt(origin: string, url: string): Dialect {
  const bare = url.split("?", 1)[0];
  const found = spoken(origin).find(({ authorizationUrl }) => authorizationUrl === bare);
  if (!found) throw new Error(`No dialect has an authorization page at ${bare}.`);
  return found;
}
