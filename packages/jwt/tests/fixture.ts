import { admin } from "@keyhold/admin";
import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { contextOf } from "@keyhold/core/tools";
import { type JwtOptions, jwt } from "@keyhold/jwt";
import { jwtClient } from "@keyhold/jwt/client";
import { type Browser, createTestAuth } from "@keyhold/testing";
import { decodeJwt, decodeProtectedHeader, type JSONWebKeySet } from "jose";
import { jwksModel } from "../src/models.js";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<JwtOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const email = "ada@example.com";
export const issuer = "https://app.example.com";

/** An auth with the plugin, and with administrators. */
export function open({ database, options = {}, config = {} }: Opening = {}) {
  const fixture = createTestAuth({
    plugins: [jwt(options), admin()],
    clientPlugins: [jwtClient()],
    config: { ...config, ...(database && { database }) },
  });

  async function tokenOf(browser: Browser, query = ""): Promise<string> {
    const answer = await browser.get(`/token${query}`);
    if (answer.status !== 200) throw new Error(`token: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).token;
  }

  const keySet = async (): Promise<JSONWebKeySet> => (await fixture.visit().browser.get("/jwks")).json();
  const rows = () => fixture.db.list(jwksModel, {}, { orderBy: "createdAt", limit: 100 });
  const verify = async (token: string, rules: { readonly audience?: string; readonly type?: string } = {}) =>
    (await fixture.auth.api.verifyJwt({ token, ...rules })).payload;
  const ctx = () => {
    const found = contextOf(fixture.auth);
    if (!found) throw new Error("no context");
    return found;
  };

  /** A signed-in administrator. */
  async function boss() {
    const { browser, user } = await fixture.signUp("boss@example.com");
    const password = "a password of the administrator";
    await fixture.auth.api.admin.appointUser({ userId: user.id, role: "admin", claim: true, password });
    await browser.post("/sign-in/email", { email: "boss@example.com", password });
    return { browser, user };
  }

  return { ...fixture, boss, tokenOf, keySet, rows, verify, ctx };
}

export type Fixture = ReturnType<typeof open>;

/** A token, read without a check. */
export const read = (token: string) => ({ header: decodeProtectedHeader(token), claims: decodeJwt(token) });
