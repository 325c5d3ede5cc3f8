import { cookies, headers } from "next/headers.js";

/**
 * The headers of the current request, with the cookies that an action has set since: Next.js renders the page after the
 * action.
 */
export async function currentHeaders(): Promise<Headers> {
  const [sent, jar] = await Promise.all([headers(), cookies()]);
  const current = new Headers(sent);
  current.set("cookie", jar.toString());
  return current;
}
