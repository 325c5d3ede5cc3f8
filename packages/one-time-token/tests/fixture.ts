import { type AdminPlugin, admin } from "@keyhold/admin";
import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { sessionModel } from "@keyhold/core/plugin";
import { type OneTimeTokenOptions, oneTimeToken } from "@keyhold/one-time-token";
import { oneTimeTokenClient } from "@keyhold/one-time-token/client";
import { type Browser, createTestAuth } from "@keyhold/testing";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<OneTimeTokenOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const email = "ada@example.com";
/** Another host of the app. */
export const otherHost = "https://admin.example.com";
/** What a script of the app asks for. */
export const asScript = { headers: { accept: "application/json" } };

/** An auth with the plugin, with administrators and proofs in its sessions. */
export function open({ database, options = {}, config = {} }: Opening = {}) {
  const roles: AdminPlugin = admin();
  const fixture = createTestAuth({
    plugins: [oneTimeToken(options), roles],
    clientPlugins: [oneTimeTokenClient()],
    config: {
      trustedOrigins: [otherHost],
      user: { deleteUser: { enabled: true } },
      ...config,
      ...(database && { database }),
    },
  });

  async function generate(browser: Browser, input: Readonly<Record<string, string>> = {}): Promise<string> {
    const answer = await browser.fetch(`/one-time-token/generate?${new URLSearchParams(input)}`, asScript);
    if (answer.status !== 200) throw new Error(`one-time-token/generate: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).token;
  }

  const verify = (browser: Browser, token: string, origin = otherHost): Promise<Response> =>
    browser.fetch("/one-time-token/verify", {
      method: "POST",
      body: JSON.stringify({ token }),
      headers: { "content-type": "application/json", origin },
    });

  const signedInAs = async (browser: Browser): Promise<string | null> =>
    (await (await browser.get("/get-session")).json())?.user.email ?? null;

  const sessions = () => fixture.db.list(sessionModel, {}, { orderBy: "id", limit: 100 });

  return { ...fixture, generate, verify, signedInAs, sessions };
}

export type Fixture = ReturnType<typeof open>;
