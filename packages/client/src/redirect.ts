/** Navigates to the URL of an output `{ url, redirect: true }`: an http(s) URL or a path, never a script. */
export function followRedirect(data: unknown, navigate: (url: string) => void): void {
  const { url, redirect }: { readonly url?: unknown; readonly redirect?: unknown } = Object(data);
  if (redirect && typeof url === "string" && isWebAddress(url)) navigate(url);
}

/** Parsed as the browser parses it: the parser skips spaces and line breaks, and a pattern would not. */
function isWebAddress(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url, "http://localhost").protocol);
  } catch {
    return false;
  }
}

/** Has no effect on a server. */
export function assignLocation(url: string): void {
  if (typeof location !== "undefined") location.assign(url);
}
