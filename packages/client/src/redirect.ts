import { isWebAddress } from "./base-url.js";

/** Navigates to the URL of an output `{ url, redirect: true }`: an http(s) URL or a path, never a script. */
export function followRedirect(data: unknown, navigate: (url: string) => void): void {
  const { url, redirect }: { readonly url?: string; readonly redirect?: unknown } = Object(data);
  if (redirect && url && isWebAddress(url, "http://localhost")) navigate(url);
}

/** Has no effect on a server. */
export function assignLocation(url: string): void {
  globalThis.location?.assign(url);
}
