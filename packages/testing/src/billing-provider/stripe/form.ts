import type { Values } from "../data/rows.js";

/** A form with brackets as nested values: `items[0][price]=…` is a list of objects. */
export function valuesOf(form: URLSearchParams): Values {
  const root: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const path = name.split(/[[\]]+/).filter((step) => step !== "");
    let place = root;
    for (const step of path.slice(0, -1)) {
      place[step] ??= {};
      place = place[step] as Record<string, unknown>;
    }
    place[path.at(-1) ?? ""] = value;
  }
  return listed(root) as Values;
}

/** Objects with the keys 0, 1, … as lists. */
function listed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, listed(inner)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
