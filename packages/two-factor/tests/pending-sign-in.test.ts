import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { trustedDeviceModel, twoFactorModel } from "../src/models.js";
import { type Fixture, open, password } from "./fixture.ts";

/** The cookie of a pending sign-in, and pending sign-ins that have ended. */

const name = "__Host-keyhold.two_factor";
const secretIn = (data: { readonly totpURI?: string | undefined } | null): string =>
  new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";

async function send({ auth }: Fixture, path: string, { cookie, code }: { cookie: string; code?: string }) {
  const headers = { cookie, origin: "https://app.example.com", "content-type": "application/json" };
  const url = `https://app.example.com/api/auth/two-factor/${path}`;
  const answer = await auth.handler(new Request(url, { method: "POST", headers, body: JSON.stringify({ code }) }));
  return { status: answer.status, body: await answer.json() };
}

describe("the cookie of a pending sign-in", () => {
  const cookieOf = async ({ begin }: Fixture, email: string) =>
    (await begin(email)).browser.cookies.get(name) ?? expect.fail("no cookie");

  test("is taken once, also beside invalid ones, used ones and one of another user", async () => {
    const fixture = open();
    const [ada, bob] = [await fixture.enrol("ada"), await fixture.enrol("bob")];
    const [ofAda, ofBob] = [await cookieOf(fixture, ada.email), await cookieOf(fixture, bob.email)];
    const cookie = `${name}=junk; ${name}=${ofAda}; ${name}=${ofBob}`;
    const verify = (secret: string) => send(fixture, "verify-totp", { cookie, code: fixture.codeAt(secret) });
    expect(await verify(bob.secret)).toMatchObject({ status: 401, body: { code: "INVALID_CODE" } });
    expect(await verify(ada.secret)).toMatchObject({ status: 200, body: { user: { email: ada.email } } });
    expect(await verify(bob.secret)).toMatchObject({ status: 200, body: { user: { email: bob.email } } });
    expect(await verify(ada.secret)).toMatchObject({ status: 401, body: { code: "INVALID_TWO_FACTOR_COOKIE" } });
  });

  test.each(["", "%", "a.b.c", "__proto__", "%00.%00", "x".repeat(5000)])(
    "is none with the value %j",
    async (value) => {
      const fixture = open();
      for (const path of ["enable", "verify-totp", "send-otp", "verify-otp", "verify-backup-code"])
        expect(await send(fixture, path, { cookie: `${name}=${value}`, code: "000000" })).toMatchObject({
          status: 401,
          body: { code: "INVALID_TWO_FACTOR_COOKIE" },
        });
    },
  );

  test("of another server, a trusted or a known browser is none", async () => {
    const fixture = open();
    const ada = await fixture.enrol("ada");
    const other = createTestAuth({
      plugins: [twoFactor({ require: () => true })],
      clientPlugins: [twoFactorClient()],
      config: { secret: "the secret of another server 0123456789" },
    });
    await other.client.signUp.email({ name: "Ada", email: ada.email, password });
    const visit = await fixture.begin(ada.email);
    await visit.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret), trustDevice: true });
    const values = [
      other.browser.cookies.get(name),
      visit.browser.cookies.get("__Host-keyhold.trust_device"),
      visit.browser.cookies.get("__Host-keyhold.known_browser"),
    ];
    for (const value of values) {
      expect(value).toMatch(/./);
      const answer = await send(fixture, "verify-totp", {
        cookie: `${name}=${value}`,
        code: fixture.codeAt(ada.secret),
      });
      expect(answer).toMatchObject({ status: 401, body: { code: "INVALID_TWO_FACTOR_COOKIE" } });
    }
  });
});

describe("a pending sign-in from before a change of the address", () => {
  test("begins no factor", async () => {
    const rule = { isRequired: false };
    const fixture = open({
      options: { require: () => rule.isRequired },
      config: { user: { changeEmail: { enabled: true } } },
    });
    const ada = await fixture.signUp("ada@example.com");
    rule.isRequired = true;
    const { client } = await fixture.begin("ada@example.com");
    rule.isRequired = false;
    expect((await ada.client.changeEmail({ newEmail: "new@example.com" })).error).toBe(null);
    rule.isRequired = true;
    const { error } = await client.twoFactor.enable({});
    expect(error).toMatchObject({ status: 401, code: "INVALID_TWO_FACTOR_COOKIE" });
    expect(await fixture.db.find(twoFactorModel, { userId: ada.user.id })).toBe(null);
    const again = await fixture.begin("new@example.com");
    const secret = secretIn((await again.client.twoFactor.enable({})).data);
    expect((await again.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
  });

  test("starts no recovery", async () => {
    const fixture = open({
      options: { recovery: { delaySeconds: 3600 } },
      config: { user: { changeEmail: { enabled: true } } },
    });
    const ada = await fixture.enrol("ada");
    const { client } = await fixture.begin(ada.email);
    expect((await ada.client.changeEmail({ newEmail: "new@example.com" })).error).toBe(null);
    expect((await client.twoFactor.startRecovery()).error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
    await fixture.auth.idle();
    expect(fixture.events.map(({ type }) => type)).not.toContain("two-factor.recovery-started");
  });
});

test("with cached copies a session shows the factor from its confirmation on", async () => {
  const fixture = open({ config: { session: { cookieCache: { enabled: true } } } });
  const { client } = await fixture.enrol("ada");
  expect((await client.getSession()).data?.user).toMatchObject({ twoFactorEnabled: true });
  expect((await client.twoFactor.disable({})).error).toBe(null);
  expect((await client.getSession()).data?.user).toMatchObject({ twoFactorEnabled: false });
});

test("a caller with a bearer token gets another one, and no cookie: the app itself keeps that it is trusted", async () => {
  const fixture = open({ config: { session: { bearer: true } } });
  const ada = await fixture.enrol("ada");
  const { client } = await fixture.begin(ada.email);
  const { data } = await client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret) });
  fixture.clock.forward({ seconds: 30 });
  const token = data && "token" in data ? data.token : "";
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ code: fixture.codeAt(ada.secret), trustDevice: true });
  const url = "https://app.example.com/api/auth/two-factor/verify-totp";
  const answer = await fixture.auth.handler(new Request(url, { method: "POST", headers, body }));
  expect([answer.headers.getSetCookie(), (await answer.json()).token]).toEqual([
    [],
    answer.headers.get("set-auth-token"),
  ]);
  expect(answer.headers.get("set-auth-token")).not.toBe(token);
  expect(answer.headers.get("set-auth-state")).toContain("trust_device=");
  expect(await fixture.db.count(trustedDeviceModel, { userId: ada.user.id })).toBe(1);
});
