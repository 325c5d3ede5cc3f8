import { memory } from "@keyhold/adapter-memory";
import { organization } from "@keyhold/organization";
import { username } from "@keyhold/username";
import { createAuth } from "../auth.js";
import { text } from "../model/column.js";
import type { AuthConfig } from "./config.js";
import { definePlugin } from "./plugin.js";

/** What must not compile. Nothing here runs: the type checker is the test. */

const good = { secret: "for types only", baseURL: "http://localhost:3000", database: memory() };

export function misspeltOptions(): void {
  createAuth({ ...good, emailAndPassword: { enabled: true }, session: { cookieCache: { maxAgeSeconds: 1 } } });
  // @ts-expect-error a misspelt option
  createAuth({ ...good, emailAndPasword: { enabled: true } });
  // @ts-expect-error one level below
  createAuth({ ...good, emailAndPassword: { enable: true } });
  // @ts-expect-error two levels below
  createAuth({ ...good, session: { cookieCache: { maxAge: 1 } } });
  // @ts-expect-error a limit
  createAuth({ ...good, rateLimit: { emails: { window: 1, max: 1 } } });
  // @ts-expect-error an option of the previous library
  createAuth({ ...good, cookies: { continueFrom: { prefix: "a", secret: "b", stillRunning: true } } });
  // @ts-expect-error a misspelt moment
  createAuth({ ...good, hooks: { "user.craete": (draft) => draft } });
  // @ts-expect-error an option of better-auth
  createAuth({ ...good, socialProviders: {} });
}

export function pluginsInVariables(): void {
  const plugins = [organization()] as const;
  createAuth({ ...good, plugins }).api.organization.create;
  const config = { ...good, plugins: [organization()] as const } satisfies AuthConfig;
  createAuth(config).api.organization.create;
  const one = [organization()];
  createAuth({ ...good, plugins: one }).api.organization.create;
  const loose = [organization(), username()];
  const { api } = createAuth({ ...good, plugins: loose });
  api.organization.create;
  void (async () => (await api.signIn.username({ username: "ada", password: "x" })).user.displayUsername);
  // @ts-expect-error a plugin that the list does not have
  api.admin;
  const withOwn = [definePlugin({ id: "carts", models: [] }), organization(), username()];
  const beside = createAuth({ ...good, plugins: withOwn });
  beside.api.organization.create;
  // @ts-expect-error a plugin that the list does not have
  beside.api.admin;
  const satisfying = { ...good, plugins: [organization(), username()] } satisfies AuthConfig;
  createAuth(satisfying).api.organization.create;
}

/** A plugin of a package without types. */
// biome-ignore lint/suspicious/noExplicitAny: the case is an app that gets `any`.
export function pluginOfAnyType(untyped: any): void {
  const { api } = createAuth({ ...good, plugins: [untyped, username()] });
  api.signIn.username;
  // @ts-expect-error a plugin that the list does not have
  api.organization;
  createAuth({ ...good, plugins: [username(), untyped] }).api.signIn.username;
}

export function pluginsBehindACondition(isPaid: boolean): void {
  const first = createAuth({ ...good, plugins: [...(isPaid ? [organization()] : []), username()] });
  first.api.signIn.username;
  first.api.organization.create;
  const last = createAuth({ ...good, plugins: [username(), ...(isPaid ? [organization()] : [])] });
  last.api.signIn.username;
  last.api.organization.create;
  const one = createAuth({ ...good, plugins: isPaid ? [username(), organization()] : [username()] });
  one.api.signIn.username;
}

export async function whoIsIt({ api, session }: ReturnType<typeof createAuth>): Promise<void> {
  const headers = new Headers();
  const request = new Request("http://localhost:3000");
  for (const found of [await session(headers), await session(request), await session({ cookie: "a=b" })]) {
    found?.user.email.toUpperCase();
    // @ts-expect-error there may be no session
    found.user;
  }
  await session(headers, { setCookie: () => undefined });
  // @ts-expect-error a misspelt option
  await session(headers, { setCookies: () => undefined });
  // @ts-expect-error a request is needed
  await session();
  // @ts-expect-error a token is no request
  await session("token");

  (await api.getSession({ headers }))?.user.email.toUpperCase();
  (await api.getSession({ headers, query: { disableRefresh: true } }))?.session.userId.toUpperCase();
  (await api.getSession({}, { headers }))?.user.email.toUpperCase();
  // @ts-expect-error the form of better-auth at another call
  await api.signIn.email({ body: { email: "a@b.co", password: "x" } });
  // @ts-expect-error a misspelt option of a call
  await api.signOut({}, { header: headers });
}

export function eventsWithColumns(): void {
  createAuth({
    ...good,
    user: { columns: { plan: text() } },
    onEvent(event) {
      if (event.type !== "user.created") return;
      event.user.plan.length;
      // @ts-expect-error there is no such column
      event.user.plans;
    },
  });
}
