import type { Cookie } from "./cookie-jar.js";

/** A cookie for Playwright, and with `expires` as `expiry` for Cypress. The value is as in the `Cookie` header. */
export interface BrowserCookie {
  name: string;
  value: string;
  /** With a leading dot: for subdomains, too. */
  domain: string;
  path: string;
  /** In seconds since 1970; -1: until the browser is closed. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: "Strict" | "Lax" | "None";
}

/** What Playwright's `storageState` takes, as an object or as JSON in a file. Mutable, because Playwright's type is. */
export interface StorageState {
  cookies: BrowserCookie[];
  /** The local storage: empty, because an auth does not use it. */
  origins: never[];
}

const sameSites = { strict: "Strict", lax: "Lax", none: "None" } as const;

export const toBrowserCookie = ({ name, value, path, ...cookie }: Cookie): BrowserCookie => ({
  name,
  value,
  domain: cookie.isHostOnly ? cookie.domain : `.${cookie.domain}`,
  path,
  expires: cookie.expiresAt === null ? -1 : Math.floor(cookie.expiresAt.getTime() / 1000),
  httpOnly: cookie.isHttpOnly,
  secure: cookie.isSecure,
  sameSite: sameSites[cookie.sameSite ?? "lax"],
});
