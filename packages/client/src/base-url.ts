/**
 * The base URL of all paths: absolute if a URL is given, else relative to the page's origin. The server has the same rule:
 * `baseURL` may have a path, which stands before the routes' path, `basePath`. By a pattern, because React Native has no
 * parser of URLs.
 */
export function resolveBase(baseURL: string | undefined, basePath = "/api/auth"): string {
  const path = basePath.replace(/\/+$/, "");
  if (baseURL === undefined) return path;
  const app = /^https?:\/\/[^/?#\s][^?#]*/i.exec(baseURL)?.[0].replace(/\/+$/, "");
  if (!app || (path && app.endsWith(path))) throw new TypeError(`createAuthClient(): no base URL ${baseURL}`);
  return app + path;
}

/** A path, or a URL with a host. A browser skips spaces and control characters before it looks for a scheme. */
export const isWebAddress = (url: string): boolean =>
  !/^(?!https?:\/\/[^/])[a-z][\w+.-]*:/i.test(url.replace(/[\0- ]/g, ""));
