import type { Browser } from "@keyhold/testing";
import { dialects, type IdentityProvider } from "@keyhold/testing/identity-provider";

/** Signs in with a provider at Keyhold, from the first call to the last redirect; answers its target. */
export async function signInWith(
  idp: IdentityProvider,
  provider: "google" | "github",
  browser: Browser,
): Promise<string | null> {
  const start = { provider, callbackURL: "/in", errorCallbackURL: "/error" };
  const { url } = await (await browser.post("/sign-in/social", start)).json();
  const sent = await idp.authorize(url, { as: dialects[provider].sample });
  return (await browser.fetch(sent.url)).headers.get("location");
}

/** The id of the signed-in user; null without a session. */
export const userIdOf = async (browser: Browser): Promise<string | null> =>
  (await (await browser.get("/get-session")).json())?.user?.id ?? null;

/** The status of a sign-in with a password. */
export const signInBy = async (browser: Browser, email: string, password: string): Promise<number> =>
  (await browser.post("/sign-in/email", { email, password })).status;

interface Rows {
  prepare(sql: string): { all(): unknown[] };
}

/** All rows of Keyhold. */
export const rowsIn = (database: Rows): Record<string, unknown[]> =>
  Object.fromEntries(
    ["user", "account", "session"].map((table) => [
      table,
      database.prepare(`select * from "${table}" order by id`).all(),
    ]),
  );
