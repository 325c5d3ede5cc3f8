import type { EngineUnderTest, MakeEngine, Params } from "./conformance/engine-conformance.js";

/**
 * The smallest engine that could route for an auth: a map, and a list for the few paths with parameters.
 * It shows that the engine is a part that can be exchanged.
 */
export const mapEngine: MakeEngine = <T>(basePath: string, targets: ReadonlyMap<string, T>): EngineUnderTest<T> => {
  const patterns = [...targets].filter(([path]) => path.includes("/:"));
  const plain = new Map([...targets].filter(([path]) => !path.includes("/:")));

  return {
    async find(request) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith(`${basePath}/`)) return null;
      const path = pathname.slice(basePath.length);
      const target = plain.get(path);
      if (target !== undefined) return { target, params: {} };
      for (const [pattern, candidate] of patterns) {
        const params = match(pattern.split("/"), path.split("/"));
        if (params) return { target: candidate, params };
      }
      return null;
    },
  };
};

function match(pattern: readonly string[], segments: readonly string[]): Params | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (!part.startsWith(":")) {
      if (part !== segment) return null;
      continue;
    }
    const value = decode(segment);
    if (!value) return null;
    params[part.slice(1)] = value;
  }
  return params;
}

/** Null for a percent sign that begins no character. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
