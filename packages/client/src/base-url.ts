/** The base URL of all paths: absolute if a URL is given, else relative to the page's origin. */
export function resolveBase(baseURL: string | undefined, basePath: string): string {
  const path = basePath.replace(/\/+$/, "");
  return baseURL === undefined ? path : appOf(baseURL, path) + path;
}

/** The server has the same rule: `baseURL` may have a path, which stands before the routes' path, `basePath`. */
function appOf(baseURL: string, basePath: string): string {
  try {
    const { protocol, origin, pathname } = new URL(baseURL);
    const path = pathname.replace(/\/+$/, "");
    if (/^https?:$/.test(protocol) && !(basePath && path.endsWith(basePath))) return origin + path;
  } catch {}
  throw new Error(`Invalid base URL: ${baseURL}. Please provide a valid base URL.`);
}
