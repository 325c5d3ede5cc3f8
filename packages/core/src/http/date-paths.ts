import type { HeaderLookup } from "./incoming-request.js";

/**
 * JSON has no dates, and a name may look like a date: a client that asks gets the paths of the dates of an answer. Our
 * client asks; other clients get the content type without them.
 */
export const asksForDatePaths = (headers: HeaderLookup): boolean => headers.get("accept")?.includes("dates=1") ?? false;

/**
 * The content type of `data` as JSON, with the paths of dates: `application/json;dates=user.createdAt+user.updatedAt`.
 */
export function typeWithDatePaths(data: unknown): string {
  const paths = datePaths(data)
    .map((path) => path || "*")
    .join("+");
  return paths === "" || paths.length > maxLength ? "application/json" : `application/json;dates=${paths}`;
}

/** Proxies limit the length of a header. */
const maxLength = 4000;

/** A path has the names of fields. The items of a list have the path of the list; "" is the path of the whole answer. */
function datePaths(data: unknown): readonly string[] {
  const dates = new Set<string>();
  const texts = new Set<string>();
  visit(data, "");
  // A list may have texts or objects beside dates: all dates of the list stay texts.
  const isAmbiguous = (path: string): boolean =>
    [...prefixesOf(path)].some((prefix) => texts.has(prefix) || (prefix !== path && dates.has(prefix)));
  return [...dates].filter((path) => !isAmbiguous(path));

  function visit(value: unknown, path: string): void {
    if (typeof value === "string") texts.add(path);
    else if (value instanceof Date) dates.add(path);
    else if (Array.isArray(value)) for (const item of value) visit(item, path);
    else if (typeof value === "object" && value !== null && !("toJSON" in value)) {
      for (const [key, field] of Object.entries(value)) {
        if (isName(key)) visit(field, path === "" ? key : `${path}.${key}`);
      }
    }
  }
}

/** Other keys, as in JSON columns, could not be written in a header: the dates below them stay texts. */
const isName = (key: string): boolean => /^[\w-]+$/.test(key) && key !== "__proto__";

function* prefixesOf(path: string): Generator<string> {
  yield "";
  for (let end = path.length; end > 0; end = path.lastIndexOf(".", end - 1)) yield path.slice(0, end);
}
