/** The address that every path is appended to: absolute when an origin is given, else the page's own. */
export function resolveBase(baseURL: string | undefined, basePath: string): string {
  const path = basePath.replace(/\/+$/, "");
  return baseURL === undefined ? path : originOf(baseURL) + path;
}

/** The server asks for the same: an origin, with the path of the routes given as `basePath`. */
function originOf(baseURL: string): string {
  try {
    const { protocol, origin, pathname } = new URL(baseURL);
    if (/^https?:$/.test(protocol) && pathname === "/") return origin;
  } catch {}
  throw new Error(`Invalid base URL: ${baseURL}. Please provide a valid base URL.`);
}
