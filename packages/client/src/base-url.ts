/** The base URL of all paths: absolute if an origin is given, else relative to the page's origin. */
export function resolveBase(baseURL: string | undefined, basePath: string): string {
  const path = basePath.replace(/\/+$/, "");
  return baseURL === undefined ? path : originOf(baseURL) + path;
}

/** The server has the same rule: `baseURL` is an origin, and the routes' path is `basePath`. */
function originOf(baseURL: string): string {
  try {
    const { protocol, origin, pathname } = new URL(baseURL);
    if (/^https?:$/.test(protocol) && pathname === "/") return origin;
  } catch {}
  throw new Error(`Invalid base URL: ${baseURL}. Please provide a valid base URL.`);
}
