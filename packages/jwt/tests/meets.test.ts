import { jwt } from "@keyhold/jwt";
import { createVerifier } from "@keyhold/jwt/verify";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { expect, test } from "vitest";
import { email, issuer, open, read } from "./fixture.ts";

test("a clock that is behind takes the token of a clock that is ahead; a clock ahead needs a tolerance", async () => {
  const fixture = open();
  const { browser } = await fixture.signUp(email);
  const token = await fixture.tokenOf(browser);
  const keys = (await fixture.keySet()) as { readonly keys: readonly object[] };
  const verdict = (seconds: number, clockToleranceSeconds = 0): Promise<unknown> => {
    const now = () => new Date(fixture.clock.now().getTime() + seconds * 1000);
    const verify = createVerifier({ issuer, audience: issuer, keys, now, clockToleranceSeconds });
    return verify(token).then(
      ({ sub }) => typeof sub,
      (error: { readonly code: string }) => error.code,
    );
  };
  expect(await verdict(-60)).toBe("string");
  expect(await verdict(299)).toBe("string");
  expect(await verdict(301)).toBe("TOKEN_EXPIRED");
  expect(await verdict(301, 5)).toBe("string");
  expect(await verdict(306, 5)).toBe("TOKEN_EXPIRED");
});

test("a token keeps the proofs of its moment; after a sign-out a service takes it to its end, and this server not", async () => {
  const { auth, signUp, clock } = createTestAuth({
    plugins: [jwt({ takesTokens: true }), twoFactor()],
    clientPlugins: [twoFactorClient()],
  });
  const { browser, password } = await signUp(email);
  const tokenOf = async (): Promise<string> => (await (await browser.get("/token")).json()).token;
  const before = await tokenOf();
  expect((await browser.post("/two-factor/enable", { password })).status).toBe(200);
  expect(read(before).claims).toMatchObject({ acr: "1", amr: ["pwd"] });
  expect((await auth.api.introspect({ token: before })).active).toBe(true);
  const last = await tokenOf();
  await browser.post("/sign-out", {});
  for (const token of [before, last]) {
    expect((await auth.api.verifyJwt({ token })).payload?.sub).toBe(read(token).claims.sub);
    expect((await auth.api.introspect({ token })).active).toBe(false);
    expect(await auth.api.getPrincipal({}, { headers: { authorization: `Bearer ${token}` } })).toBe(null);
  }
  clock.forward({ minutes: 5 });
  expect((await auth.api.verifyJwt({ token: last })).payload).toBe(null);
});

test("a token of an administrator in the user's place ends as a principal with the impersonation", async () => {
  const fixture = open({ options: { takesTokens: true } });
  const { user } = await fixture.signUp(email);
  const { browser } = await fixture.boss();
  await browser.post("/admin/impersonate-user", { userId: user.id });
  const token = await fixture.tokenOf(browser);
  const principal = () => fixture.auth.api.getPrincipal({}, { headers: { authorization: `Bearer ${token}` } });
  expect(await principal()).toMatchObject({ kind: "session", userId: user.id });
  expect((await browser.post("/admin/stop-impersonating", {})).status).toBe(200);
  expect(await principal()).toBe(null);
});

test("the plugin answers callers without the plugin of keys: two credentials, and a session token in no header of keys", async () => {
  const fixture = open({ options: { takesTokens: true } });
  const { browser } = await fixture.signUp(email);
  const token = await fixture.tokenOf(browser);
  const ask = (headers: Readonly<Record<string, string>>) => fixture.auth.api.getPrincipal({}, { headers });
  expect(await ask({ authorization: `Bearer ${token}` })).toMatchObject({ kind: "session" });
  expect(await ask({ "x-api-key": token })).toBe(null);
  const both = ask({ authorization: `Bearer ${token}`, "x-api-key": "key" });
  await expect(both).rejects.toMatchObject({ status: 400, code: "SEVERAL_CREDENTIALS" });
});
