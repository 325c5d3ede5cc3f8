import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { type MagicLinkOptions, magicLink } from "@keyhold/magic-link";
import { magicLinkClient } from "@keyhold/magic-link/client";
import { createTestAuth, linkIn } from "@keyhold/testing";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<MagicLinkOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const email = "ada@example.com";

/** What a browser asks for when it opens a link. */
export const asBrowser = { headers: { accept: "text/html,application/xhtml+xml" } };
/** What a script of the app asks for. */
export const asScript = { headers: { accept: "application/json" } };

/** An auth with the plugin. */
export function open({ database, options = {}, config = {} }: Opening = {}) {
  const fixture = createTestAuth({
    plugins: [magicLink(options)],
    clientPlugins: [magicLinkClient()],
    config: { ...config, ...(database && { database }) },
  });
  type Visit = ReturnType<typeof fixture.visit>;

  /** Asks for a link in a browser, and answers with the link of the email. */
  async function ask({ browser }: Pick<Visit, "browser">, to = email, input: object = {}): Promise<URL> {
    const answer = await browser.post("/sign-in/magic-link", { email: to, ...input });
    if (answer.status !== 200) throw new Error(`sign-in/magic-link: ${answer.status} ${await answer.text()}`);
    return linkIn(await fixture.mailbox.waitFor(to, { kind: "magic-link.sign-in" }));
  }

  const users = () => fixture.db.list(userModel, {}, { orderBy: "id", limit: 100 });
  const sessions = () => fixture.db.list(sessionModel, {}, { orderBy: "id", limit: 100 });
  const signedInAs = async ({ client }: Pick<Visit, "client">): Promise<string | null> =>
    (await client.getSession()).data?.user.email ?? null;

  return { ...fixture, ask, users, sessions, signedInAs };
}

export type Fixture = ReturnType<typeof open>;

export const tokenIn = (link: URL): string => link.searchParams.get("token") ?? "";
