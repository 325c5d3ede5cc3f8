import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { sessionModel, withColumns } from "@keyhold/core/plugin";
import { type MultiSessionOptions, multiSession } from "@keyhold/multi-session";
import { multiSessionClient } from "@keyhold/multi-session/client";
import { type Browser, createBrowser, createTestAuth } from "@keyhold/testing";
import { deviceColumns } from "../src/models.ts";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<MultiSessionOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const origin = "https://app.example.com";
export const password = "correct horse battery staple";
export const deviceSessions = withColumns(sessionModel, deviceColumns);

/** An auth with the plugin, with cached copies of sessions if `config` says so. */
export function open({ database, options = {}, config = {} }: Opening = {}) {
  const fixture = createTestAuth({
    plugins: [multiSession(options), admin()],
    clientPlugins: [multiSessionClient(), adminClient()],
    config: { ...config, ...(database && { database }) },
  });
  const emailOf = (name: string): string => `${name}@example.com`;

  /** A browser that is signed in to these accounts, in order: the last account is active. */
  async function signedIn(...names: readonly string[]) {
    const visit = fixture.visit();
    for (const name of names) await signIn(visit.browser, name);
    return visit;
  }

  async function signIn(browser: Browser, name: string, input: object = {}): Promise<void> {
    fixture.clock.forward({ seconds: 1 });
    const email = emailOf(name);
    const answer = await browser.post("/sign-in/email", { email, password, ...input });
    const given = answer.ok ? answer : await browser.post("/sign-up/email", { name, email, password, ...input });
    if (!given.ok) throw new Error(`sign-up/email: ${given.status} ${await given.text()}`);
  }

  /** The name of the active user; null: nobody. */
  const active = async (browser: Browser): Promise<string | null> =>
    (await (await browser.get("/get-session")).json())?.user.name ?? null;

  /** The accounts of a browser, newest first; the active account has a star. */
  async function accounts(browser: Browser): Promise<readonly string[]> {
    const listed = await list(browser);
    return listed.map(({ user, isActive }) => `${user.name}${isActive ? "*" : ""}`);
  }

  interface Listed {
    readonly session: { readonly token: string; readonly id: string };
    readonly user: { readonly name: string };
    readonly isActive: boolean;
  }

  const list = async (browser: Browser): Promise<readonly Listed[]> =>
    (await browser.get("/multi-session/list-device-sessions")).json();

  /** The name of an account's session in the browser. */
  async function tokenOf(browser: Browser, name: string): Promise<string> {
    const found = (await list(browser)).find(({ user }) => user.name === name);
    return found?.session.token ?? "";
  }

  const switchTo = async (browser: Browser, name: string): Promise<Response> =>
    browser.post("/multi-session/set-active", { sessionToken: await tokenOf(browser, name) });

  /** A browser with the present cookies of another browser. */
  const copy = ({ cookies }: Browser): Browser =>
    createBrowser(fixture.auth, { baseURL: origin, now: fixture.clock.now, cookies: cookies.cookies });

  const rows = () => fixture.db.list(deviceSessions, {}, { orderBy: "id", limit: 500 });
  const userIdOf = async (browser: Browser): Promise<string> =>
    (await (await browser.get("/get-session")).json()).user.id;

  return { ...fixture, emailOf, signedIn, signIn, active, accounts, list, tokenOf, switchTo, copy, rows, userIdOf };
}

export type Fixture = ReturnType<typeof open>;

/** The cookie of a name in a browser, or null. */
export const cookieOf = (browser: Browser, name: string): string | null =>
  new RegExp(`${name}=([^;]+)`).exec(browser.headers().get("cookie") ?? "")?.[1] ?? null;
