/** The target of a path, and the path parameters, decoded. */
export interface Found<T> {
  readonly target: T;
  readonly params: Params;
}
type Params = Readonly<Record<string, string>>;

/** Finds the target of a path below `basePath`, for any method; null for an unknown path. */
export type Router<T> = (path: string) => Found<T> | null;

interface Pattern<T> {
  readonly segments: readonly string[];
  readonly target: T;
}

const noParams: Params = Object.freeze({});

/**
 * A path has a single spelling, so that a path rule of a proxy is reliable: a path is case-sensitive, each slash
 * counts, and no path is decoded or resolved before the comparison. Only a single slash at the end is ignored:
 * frameworks and proxies add this slash. `targets` are by path, e.g. "/ok" or "/callback/:id".
 */
export function createRouter<T>(basePath: string, targets: ReadonlyMap<string, T>): Router<T> {
  const plain = new Map<string, Found<T>>();
  const patterns: Pattern<T>[] = [];
  for (const [path, target] of targets) {
    if (path.includes("/:")) patterns.push({ segments: path.split("/"), target });
    else plain.set(basePath + path, { target, params: noParams });
  }
  return (given) => {
    const path = given.endsWith("/") ? given.slice(0, -1) : given;
    const found = plain.get(path);
    if (found) return found;
    return path.startsWith(`${basePath}/`) ? findPattern(patterns, path.slice(basePath.length).split("/")) : null;
  };
}

function findPattern<T>(patterns: readonly Pattern<T>[], given: readonly string[]): Found<T> | null {
  for (const { segments, target } of patterns) {
    const params = match(segments, given);
    if (params) return { target, params };
  }
  return null;
}

function match(segments: readonly string[], given: readonly string[]): Params | null {
  if (segments.length !== given.length) return null;
  const params: Record<string, string> = Object.create(null);
  for (const [index, segment] of segments.entries()) {
    const text = given[index] ?? "";
    if (!segment.startsWith(":")) {
      if (segment !== text) return null;
      continue;
    }
    const value = readParameter(text);
    if (value === null) return null;
    params[segment.slice(1)] = value;
  }
  return params;
}

/** The characters of a path segment (RFC 3986, 3.3). */
const segmentText = /^[\w\-.~!$&'()*+,;=:@%]+$/;

/** Null for a text that is not a segment, or that a URL parser resolves to another path. */
function readParameter(text: string): string | null {
  if (!segmentText.test(text)) return null;
  try {
    const value = decodeURIComponent(text);
    return value === "." || value === ".." ? null : value;
  } catch {
    return null;
  }
}
