import { createHash, randomBytes } from "node:crypto";
import { type AdminPlugin, admin } from "@keyhold/admin";
import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { type NativeClient, type NativeOptions, nativeApps } from "@keyhold/native";
import { nativeAppsClient } from "@keyhold/native/client";
import { type Browser, createTestAuth } from "@keyhold/testing";
import { type TwoFactorOptions, twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { nativeCodeModel, sessionWithProof } from "../src/models.ts";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<NativeOptions>;
  readonly factors?: Partial<TwoFactorOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const email = "ada@example.com";
export const claimed = "https://example.com/app/signed-in";
export const scheme = "com.example.app:/signed-in";
export const loopback = "http://127.0.0.1/signed-in";
const home = "https://app.example.com/api/auth";

export const clients: Readonly<Record<string, NativeClient>> = {
  ios: { name: "Example", redirectURIs: [claimed, scheme, loopback], session: { expiresInSeconds: 3600 } },
  other: { name: "Other", redirectURIs: ["https://other.example/signed-in"] },
};

/** What an app keeps of a flow. */
export interface Started {
  readonly verifier: string;
  readonly state: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The answer to an app, as it came. */
export interface AppAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The parameters of an app that begins a flow. */
export function begin(redirect_uri: string = claimed, more: Readonly<Record<string, string>> = {}): Started {
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(16).toString("base64url");
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const query = { client_id: "ios", redirect_uri, state, code_challenge, code_challenge_method: "S256", ...more };
  return { verifier, state, query };
}

const asPage = { headers: { accept: "text/html,application/xhtml+xml", "sec-fetch-mode": "navigate" } };

/** Opens a URL as the system browser does. */
export const visitPage = (browser: Browser, path: string): Promise<Response> => browser.fetch(path, asPage);

export const authorize = (browser: Browser, { query }: Pick<Started, "query">): Promise<Response> =>
  visitPage(browser, `/native/authorize?${new URLSearchParams(query)}`);

/** Presses the button of a page of this library. */
export async function press(browser: Browser, page: Response): Promise<Response> {
  const html = await page.text();
  const id = /name="id" value="([^"]*)"/.exec(html)?.[1];
  if (id === undefined) throw new Error(`The page has no button: ${html}`);
  return browser.fetch("/native/confirm", { method: "POST", body: new URLSearchParams({ id }) });
}

export const locationOf = (answer: Response): URL => new URL(answer.headers.get("location") ?? "", home);
export const codeIn = (answer: Response): string => locationOf(answer).searchParams.get("code") ?? "";
/** The id of the flow that a browser is sent to the sign-in page with. */
export const flowPathIn = (answer: Response): string =>
  (locationOf(answer).searchParams.get("redirect") ?? "").replace("/api/auth", "");

/** An auth with the plugin, administrators and second factors. */
export function open({ database, options = {}, factors = {}, config = {} }: Opening = {}) {
  const roles: AdminPlugin = admin();
  const fixture = createTestAuth({
    plugins: [nativeApps({ clients, ...options }), roles, twoFactor(factors)],
    clientPlugins: [nativeAppsClient(), twoFactorClient()],
    config: {
      user: { deleteUser: { enabled: true, confirmByMail: false } },
      ...config,
      session: { bearer: true, ...config.session },
      ...(database && { database }),
    },
  });

  /** Sends a request of an app in token mode. */
  async function call(
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<AppAnswer> {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const request = new Request(home + path, {
      ...init,
      headers: { "content-type": "application/json", "x-return-token": "1", ...headers },
    });
    const answer = await fixture.auth.handler(request, { ipAddress: "198.51.100.9" });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }

  const redeem = (
    { verifier, query }: Started,
    code: string,
    more: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<AppAnswer> =>
    call(
      "/native/token",
      { code, code_verifier: verifier, client_id: "ios", redirect_uri: query.redirect_uri, ...more },
      headers,
    );

  /** The code that a signed-in browser gives for a flow. */
  async function handOver(browser: Browser, started: Started): Promise<string> {
    const answer = await press(browser, await authorize(browser, started));
    const code = codeIn(answer);
    if (code === "") throw new Error(`no code: ${answer.status} ${answer.headers.get("location")}`);
    return code;
  }

  /** An app that is signed in as the user of a browser. */
  async function signInApp(browser: Browser): Promise<string> {
    const started = begin();
    const answer = await redeem(started, await handOver(browser, started));
    if (answer.status !== 200) throw new Error(`native/token: ${answer.status} ${JSON.stringify(answer.body)}`);
    return String(answer.body.token);
  }

  /** The user that a token opens a session of; null: no session. */
  async function userOf(token: unknown): Promise<string | null> {
    const { body } = await call("/get-session", undefined, { authorization: `Bearer ${token}` });
    return (body as { readonly user?: { readonly email: string } } | null)?.user?.email ?? null;
  }

  const codes = () => fixture.db.list(nativeCodeModel, {}, { orderBy: "id", limit: 100 });
  const sessions = () => fixture.db.list(sessionWithProof, {}, { orderBy: "createdAt", limit: 100 });

  return { ...fixture, call, redeem, handOver, signInApp, userOf, codes, sessions };
}

export type Fixture = ReturnType<typeof open>;
