import { jwt } from "@keyhold/jwt";
import { createBrowser, createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { home } from "../../../tests/harness/app.ts";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { email, issuer, read } from "./fixture.ts";

test("the header of get-session tells a client with a replaced token no later proof", async () => {
  const { auth, signUp, clock } = createTestAuth({
    plugins: [jwt({ setAuthJwt: true })],
    config: { baseURL: home, session: { bearer: true } },
  });
  const { password } = await signUp(email);
  const app = new TokenClient(auth.handler, home);
  await app.post("/sign-in/email", { email, password });
  const claimsOf = async (by: TokenClient) =>
    read((await by.get("/get-session")).headers.get("set-auth-jwt") ?? "").claims;
  const first = await claimsOf(app);
  clock.forward({ hours: 2 });
  const copy = app.copy();
  expect((await app.post("/step-up/password", { password })).status).toBe(200);
  const token = read(String((await copy.get("/token")).body?.token)).claims;
  expect(token.auth_time).toBe(first.auth_time);
  expect((await claimsOf(copy)).auth_time).toBe(first.auth_time);
  expect(Number((await claimsOf(app)).auth_time)).toBeGreaterThan(Number(first.auth_time));
});

test("the header of get-session is not for a copy of a session in a cookie whose token was replaced", async () => {
  const { auth, signUp, clock } = createTestAuth({
    plugins: [jwt({ setAuthJwt: true })],
    config: { session: { cookieCache: { enabled: true, maxAgeSeconds: 300 } } },
  });
  const { browser, password } = await signUp(email);
  const headerOf = async (by: typeof browser) => (await by.get("/get-session")).headers.get("set-auth-jwt");
  expect(await headerOf(browser)).not.toBe(null);
  const copy = createBrowser(auth, { baseURL: issuer, now: clock.now, cookies: browser.cookies.cookies });
  clock.forward({ minutes: 2 });
  expect((await browser.post("/step-up/password", { password })).status).toBe(200);
  const answer = await copy.get("/get-session");
  expect(await answer.json()).not.toBe(null);
  expect(answer.headers.get("set-auth-jwt")).toBe(null);
  expect((await copy.get("/token")).status).toBe(401);
  expect(await headerOf(browser)).not.toBe(null);
});
