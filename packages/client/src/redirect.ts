import { isWebAddress } from "./base-url.js";

/** Paths of pages of the app. */
export interface Pages {
  /**
   * The page that asks for a second factor, e.g. "/two-factor": a path without a query. After a sign-in that needs
   * another factor the browser navigates there, with `?methods=totp,backup-code`. Default: the client does not navigate.
   */
  readonly twoFactor?: `/${string}`;
}

/**
 * Navigates to the URL of an output `{ url, redirect: true }`: an http(s) URL or a path, never a script. An output that
 * asks for a second factor navigates to the page of the app for the factor.
 */
export function followRedirect(data: unknown, navigate: (url: string) => void, page?: string): void {
  const { url, redirect, twoFactorMethods }: Readonly<Record<string, unknown>> = Object(data);
  if (page && twoFactorMethods) navigate(`${page}?methods=${twoFactorMethods}`);
  else if (redirect && typeof url === "string" && isWebAddress(url)) navigate(url);
}

/** Has no effect on a server, and in a worker. */
export function assignLocation(url: string): void {
  globalThis.location?.assign?.(url);
}
