import { admin } from "@keyhold/admin";
import { apiKey } from "@keyhold/api-key";
import { userModel } from "@keyhold/core/plugin";
import { type JwtOptions, jwt } from "@keyhold/jwt";
import { createTestAuth } from "@keyhold/testing";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { issuer } from "./fixture.ts";

async function open(options: Partial<JwtOptions>, query = "") {
  const fixture = createTestAuth({ plugins: [jwt(options), apiKey(), admin()] });
  const { browser, user } = await fixture.signUp("ada@example.com");
  const { token } = await (await browser.get(`/token${query}`)).json();
  const cookie = browser.headers().get("cookie") ?? "";
  const principal = (headers: Readonly<Record<string, string>>) =>
    fixture.auth.api.getPrincipal({}, { headers: new Headers(headers) });
  return { ...fixture, browser, user, cookie, principal, authorization: `Bearer ${token}` };
}

test("a token is the principal of its session, which a request of a session alone answers, too", async () => {
  const { principal, authorization, cookie, user } = await open({ takesTokens: true });
  const found = await principal({ authorization });
  expect(found).toMatchObject({ kind: "session", userId: user.id, permissions: null });
  expect(found).toEqual(await principal({ cookie }));
});

test("a token is no principal unless the app asks for it, and no session of a route", async () => {
  const { principal, authorization } = await open({});
  expect(await principal({ authorization })).toBe(null);
  const asked = await open({ takesTokens: true });
  const answer = await asked.auth.handler(
    new Request(`${issuer}/api/auth/list-sessions`, { headers: { authorization: asked.authorization } }),
  );
  expect(answer.status).toBe(401);
});

test("a token for another service is no principal, also beside cookies", async () => {
  const audience = "https://api.example.com";
  const { principal, authorization, cookie } = await open({ takesTokens: true, audiences: [audience] });
  expect(await principal({ authorization })).toBe(null);
  expect(await principal({ authorization, cookie })).toBe(null);
  expect(await principal({ cookie })).toMatchObject({ kind: "session" });
});

test("a token of another issuer is the gateway's: the cookies count beside it", async () => {
  const { principal, cookie } = await open({ takesTokens: true });
  const foreign = await new SignJWT({ sub: "x" })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer("https://gateway.example")
    .sign(new TextEncoder().encode("a secret of the gateway, 32 bytes"));
  expect(await principal({ authorization: `Bearer ${foreign}`, cookie })).toMatchObject({ kind: "session" });
  expect(await principal({ authorization: `Bearer ${foreign}` })).toBe(null);
});

test("a ban and a sign-out end a token as a principal at the next request", async () => {
  const { db, principal, authorization, user } = await open({ takesTokens: true });
  expect(await principal({ authorization })).not.toBe(null);
  await db.update(userModel, user.id, { banned: true } as object);
  expect(await principal({ authorization })).toBe(null);
  const other = await open({ takesTokens: true });
  await other.browser.post("/sign-out", {});
  expect(await other.principal({ authorization: other.authorization })).toBe(null);
});

test("a token that is no longer valid is no principal, also beside cookies", async () => {
  const { clock, principal, authorization, cookie } = await open({ takesTokens: true });
  clock.forward({ seconds: 301 });
  expect(await principal({ authorization, cookie })).toBe(null);
});
