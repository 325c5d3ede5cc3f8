import { getRequest, getResponseHeaders } from "@tanstack/react-start/server";

/**
 * The headers of the current request, with the cookies that a server function has set since, e.g. by a sign-in: the
 * lines of the response over the cookies of the request. A removed cookie has an empty value.
 */
export function currentHeaders(): Headers {
  const { headers } = getRequest();
  const lines = getResponseHeaders().getSetCookie();
  if (lines.length === 0) return headers;
  const pairs = new Map((headers.get("cookie") ?? "").split(/; */).map((pair) => [nameOf(pair), pair]));
  for (const line of lines) {
    const [pair = ""] = line.split(";");
    pairs.set(nameOf(pair), pair);
  }
  const current = new Headers(headers);
  current.set("cookie", [...pairs.values()].filter(Boolean).join("; "));
  return current;
}

const nameOf = (pair: string): string => pair.slice(0, Math.max(pair.indexOf("="), 0)).trim();
