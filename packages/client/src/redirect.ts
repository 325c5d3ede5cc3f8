/** Navigates to the URL of an output `{ url, redirect: true }`: an http(s) URL or a path, never a script. */
export function followRedirect(data: unknown, navigate: (url: string) => void): void {
  if (typeof data !== "object" || data === null || !("url" in data && "redirect" in data)) return;
  const { url, redirect } = data;
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
