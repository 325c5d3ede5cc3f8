import type { Dialect } from "./dialect.js";
import { dialects } from "./dialects/index.js";
import { exampleDialect } from "./example.js";

/** Under which path of ours a provider's URL is: `/-/github.com/login/oauth/authorize`. */
const lead = "/-/";

/** Where on this server a provider's URL is. */
export function translate(origin: string, given: string | URL): string {
  const url = new URL(given);
  return url.origin === origin ? url.href : `${origin}${lead}${url.host}${url.pathname}${url.search}`;
}

/** What the provider's documentation calls that address. */
export function original(origin: string, { pathname }: URL): string {
  return pathname.startsWith(lead) ? `https://${pathname.slice(lead.length)}` : origin + pathname;
}

export const spoken = (origin: string): readonly Dialect[] => [exampleDialect(origin), ...Object.values(dialects)];

/** Whose authorization page that is. */
export function dialectAt(origin: string, url: string): Dialect {
  const bare = url.split("?", 1)[0];
  const found = spoken(origin).find(({ authorizationUrl }) => authorizationUrl === bare);
  if (!found) throw new Error(`No provider asks people at ${bare}.`);
  return found;
}
