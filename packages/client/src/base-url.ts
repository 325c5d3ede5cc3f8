/** The base URL of all paths: absolute if a URL is given, else relative to the page's origin. */
export function resolveBase(baseURL: string | undefined, basePath = "/api/auth"): string {
  const path = basePath.replace(/\/+$/, "");
  return baseURL === undefined ? path : appOf(baseURL, path) + path;
}

/** The server has the same rule: `baseURL` may have a path, which stands before the routes' path, `basePath`. */
function appOf(baseURL: string, basePath: string): string {
  if (isWebAddress(baseURL)) {
    const { origin, pathname } = new URL(baseURL);
    const path = pathname.replace(/\/+$/, "");
    if (!(basePath && path.endsWith(basePath))) return origin + path;
  }
  throw new Error(`Invalid base URL: ${baseURL}. Please provide a valid base URL.`);
}

/** Parsed as in the browser: the parser skips spaces and line breaks, and a pattern would not. */
export function isWebAddress(url: string, base?: string): boolean {
  try {
    return /^https?:$/.test(new URL(url, base).protocol);
  } catch {
    return false;
  }
}
