/** Goes to where an answer `{ url, redirect: true }` sends the browser; to an http(s) address or a path, never to a script. */
export function followRedirect(data: unknown, navigate: (url: string) => void): void {
  if (typeof data !== "object" || data === null || !("url" in data && "redirect" in data)) return;
  const { url, redirect } = data;
  if (redirect && typeof url === "string" && isWebAddress(url)) navigate(url);
}

/** Decided by the parser that the browser will use, because it skips blanks and line breaks that a pattern would not. */
function isWebAddress(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url, "http://localhost").protocol);
  } catch {
    return false;
  }
}

/** Nowhere to go on a server. */
export function assignLocation(url: string): void {
  if (typeof location !== "undefined") location.assign(url);
}
