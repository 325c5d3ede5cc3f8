import { createHash } from "node:crypto";
import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { multiSession } from "@keyhold/multi-session";
import { nativeApps } from "@keyhold/native";
import { oneTimeToken } from "@keyhold/one-time-token";
import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { expect, test } from "vitest";
import { codeAt } from "../../../tests/harness/authenticator-app.ts";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { password } from "./fixture.ts";

/*
 * The routes that open or exchange a session after a pending sign-in, or from another session, of a user at
 * `session.maxSessionsPerUser`. tests/ways-to-sign-in.test.ts compares the names with the sources. The routes that begin
 * a sign-in have a column in ways-to-sign-in.test.ts.
 */

const email = "ada@example.com";
const number = "+4915112345678";
const home = "https://app.example.com";
const redirect = "https://example.com/app/signed-in";

function open(maxSessionsPerUser: number, more: readonly [] | readonly [ReturnType<typeof multiSession>] = []) {
  const messages: SentMessage[] = [];
  const fixture = createTestAuth({
    plugins: [
      admin(),
      oneTimeToken(),
      twoFactor({ recovery: { delaySeconds: 259_200 } }),
      deviceAuthorization({ clients: { cli: { name: "Example CLI" } } }),
      nativeApps({ clients: { ios: { name: "Example", redirectURIs: [redirect] } } }),
      phoneNumber({ allowedCountries: ["DE"], sendMessage: (message) => void messages.push(message) }),
      ...more,
    ],
    clientPlugins: [adminClient(), twoFactorClient()],
    config: { session: { bearer: true, maxSessionsPerUser }, rateLimit: { enabled: false } },
  });
  const { auth, db, mailbox, clock, visit } = fixture;
  type Visit = ReturnType<typeof visit>;

  async function person(address = email) {
    const signedUp = await fixture.signUp(address, { password });
    await db.update(userModel, signedUp.user.id, { emailVerified: true });
    clock.forward({ seconds: 1 });
    return signedUp;
  }
  /** Ada with an authenticator app and backup codes. */
  async function enrolled() {
    const ada = await person();
    const { data } = await ada.client.twoFactor.enable({ password });
    const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    const code = () => codeAt(secret, clock.now());
    expect((await ada.client.twoFactor.verifyTotp({ code: code() })).error).toBe(null);
    clock.forward({ minutes: 11 });
    return { ...ada, code, backupCodes: data?.backupCodes ?? [] };
  }
  /** Ada with emailed codes as her factor. */
  async function emailed() {
    const ada = await person();
    expect((await ada.client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
    clock.forward({ minutes: 11 });
    return ada;
  }
  /** A sign-in of which a factor is asked, in a new browser. */
  async function begin(): Promise<Visit> {
    const begun = visit();
    const answer = await begun.browser.post("/sign-in/email", { email, password });
    expect(await answer.json()).toHaveProperty("twoFactorRedirect");
    return begun;
  }
  const codeOf = async (kind: "two-factor.code" | "phone-number.code"): Promise<string> => {
    const message = await mailbox.waitFor(email, { kind });
    return "code" in message ? String(message.code) : "";
  };
  async function texted({ browser }: Visit, given: object): Promise<Response> {
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await auth.idle();
    return browser.post("/phone-number/verify", { phoneNumber: number, code: messages.at(-1)?.code ?? "", ...given });
  }
  /** The ids of the sessions of a user. */
  const idsOf = async (userId: string) =>
    (await db.list(sessionModel, { userId }, { orderBy: "id", limit: 100 })).map(({ id }) => id);
  const who = async ({ client }: Pick<Visit, "client">) => (await client.getSession()).data?.user.email ?? null;
  return { ...fixture, person, enrolled, emailed, begin, codeOf, texted, idsOf, who };
}

type World = ReturnType<typeof open>;
type Visit = ReturnType<World["visit"]>;
type Member = Awaited<ReturnType<World["person"]>>;

interface Continued {
  readonly ada: Member;
  /** A sign-in that waits; the session at the maximum stays until it is continued. */
  readonly begun: Visit;
  finish(): Promise<Response>;
}

const afterPendingSignIn: Readonly<Record<string, (world: World) => Promise<Continued>>> = {
  "POST /two-factor/verify-totp": async ({ enrolled, begin }) => {
    const ada = await enrolled();
    const begun = await begin();
    return { ada, begun, finish: () => begun.browser.post("/two-factor/verify-totp", { code: ada.code() }) };
  },
  "POST /two-factor/verify-backup-code": async ({ enrolled, begin }) => {
    const ada = await enrolled();
    const begun = await begin();
    const [code] = ada.backupCodes;
    return { ada, begun, finish: () => begun.browser.post("/two-factor/verify-backup-code", { code }) };
  },
  "POST /two-factor/verify-otp": async ({ emailed, begin, codeOf }) => {
    const ada = await emailed();
    const begun = await begin();
    await begun.browser.post("/two-factor/send-otp", {});
    const code = await codeOf("two-factor.code");
    return { ada, begun, finish: () => begun.browser.post("/two-factor/verify-otp", { code }) };
  },
  "POST /two-factor/finish-recovery": async ({ enrolled, begin, clock }) => {
    const ada = await enrolled();
    expect((await (await begin()).client.twoFactor.startRecovery()).error).toBe(null);
    clock.forward({ days: 3 });
    const begun = await begin();
    return { ada, begun, finish: () => begun.browser.post("/two-factor/finish-recovery", {}) };
  },
  "POST /phone-number/verify-email": async ({ person, texted, visit, clock, codeOf }) => {
    const ada = await person();
    expect((await texted(ada, { updatePhoneNumber: true })).status).toBe(200);
    clock.forward({ days: 91 });
    // The session of the sign-up has ended: Ada has a present one.
    await ada.browser.post("/sign-in/email", { email, password });
    const begun = visit();
    expect(await (await texted(begun, {})).json()).toHaveProperty("twoFactorRedirect");
    const code = await codeOf("phone-number.code");
    return {
      ada,
      begun,
      finish: () => begun.browser.post("/phone-number/verify-email", { phoneNumber: number, code }),
    };
  },
};

test.each(Object.entries(afterPendingSignIn))(
  "%s of a user at the maximum of sessions ends the oldest session, and not before",
  async (_, continued) => {
    const world = open(1);
    const { ada, begun, finish } = await continued(world);
    const before = await world.idsOf(ada.user.id);
    expect([before.length, await world.who(ada), await world.who(begun)]).toEqual([1, email, null]);
    world.clock.forward({ seconds: 1 });
    expect((await finish()).status).toBe(200);
    const after = await world.idsOf(ada.user.id);
    expect([after.length, await world.who(ada), await world.who(begun)]).toEqual([1, null, email]);
    expect(after).not.toEqual(before);
  },
);

/** The routes that exchange or keep the session of the browser. */
const inSession: Readonly<Record<string, (world: World) => Promise<{ ada: Member; answer: Response }>>> = {
  "POST /change-password": async ({ person }) => {
    const ada = await person();
    const given = { currentPassword: password, newPassword: "a new and better password" };
    return { ada, answer: await ada.browser.post("/change-password", given) };
  },
  "POST /step-up/totp": async ({ enrolled }) => {
    const ada = await enrolled();
    return { ada, answer: await ada.browser.post("/step-up/totp", { code: ada.code() }) };
  },
  "POST /step-up/backup-code": async ({ enrolled }) => {
    const ada = await enrolled();
    return { ada, answer: await ada.browser.post("/step-up/backup-code", { code: ada.backupCodes[0] }) };
  },
  "POST /step-up/otp": async ({ emailed, codeOf }) => {
    const ada = await emailed();
    await ada.browser.post("/step-up/send-otp", {});
    return { ada, answer: await ada.browser.post("/step-up/otp", { code: await codeOf("two-factor.code") }) };
  },
};

test.each(Object.entries(inSession))(
  "%s of a user at the maximum of sessions keeps the user signed in, with one session",
  async (_, given) => {
    const world = open(1);
    const { ada, answer } = await given(world);
    expect([answer.status, await world.who(ada)]).toEqual([200, email]);
    expect(await world.idsOf(ada.user.id)).toHaveLength(1);
  },
);

test("POST /admin/impersonate-user and POST /admin/stop-impersonating end no session of either user at the maximum", async () => {
  const { auth, person, idsOf, who } = open(1);
  const ada = await person();
  const root = await person("root@example.com");
  await auth.api.admin.setUserRole({ userId: root.user.id, role: "admin" });
  expect((await root.client.admin.impersonateUser({ userId: ada.user.id })).error).toBe(null);
  // An administrator in the user's place is no sign-in of the user.
  expect([await who(root), await who(ada)]).toEqual([email, email]);
  expect((await root.client.admin.stopImpersonating()).error).toBe(null);
  expect([await who(root), await who(ada)]).toEqual(["root@example.com", email]);
  expect([(await idsOf(root.user.id)).length, (await idsOf(ada.user.id)).length]).toEqual([1, 1]);
});

test.each([
  [1, 401, []],
  [2, 200, [email, email]],
])("POST /one-time-token/verify with a maximum of %i answers %i", async (max, status, signedIn) => {
  const { person, visit, idsOf, who } = open(max);
  const ada = await person();
  const other = visit();
  const { token } = await (await ada.browser.post("/one-time-token/generate", {})).json();
  expect((await other.browser.post("/one-time-token/verify", { token })).status).toBe(status);
  const seen = [await who(ada), await who(other)].filter((address) => address !== null);
  expect((await idsOf(ada.user.id)).length).toBeLessThanOrEqual(max);
  if (status === 200) expect(seen).toEqual(signedIn);
});

test("POST /device/token of a user at the maximum of sessions ends the oldest session", async () => {
  const { auth, person, idsOf, who, clock } = open(1);
  const ada = await person();
  const cli = new TokenClient(auth.handler, home);
  const { body } = await cli.post("/device/code", { client_id: "cli" });
  const { device_code, user_code } = body as { readonly device_code: string; readonly user_code: string };
  await ada.browser.get("/device", { user_code });
  await ada.browser.post("/device/approve", { userCode: user_code });
  clock.forward({ seconds: 6 });
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  expect((await cli.post("/device/token", { grant_type, device_code, client_id: "cli" })).status).toBe(200);
  expect([await who(ada), (await idsOf(ada.user.id)).length]).toEqual([null, 1]);
});

test("POST /native/token of a user at the maximum of sessions ends the oldest session", async () => {
  const { auth, person, idsOf, who, clock } = open(1);
  const ada = await person();
  const verifier = "v".repeat(43);
  const code_challenge = createHash("sha256").update(verifier).digest("base64url");
  const query = { client_id: "ios", redirect_uri: redirect, state: "s".repeat(22), code_challenge };
  const path = `/native/authorize?${new URLSearchParams({ ...query, code_challenge_method: "S256" })}`;
  const asPage = { headers: { accept: "text/html", "sec-fetch-mode": "navigate" } };
  const page = await (await ada.browser.fetch(path, asPage)).text();
  const id = /name="id" value="([^"]*)"/.exec(page)?.[1] ?? "";
  const answer = await ada.browser.fetch("/native/confirm", { method: "POST", body: new URLSearchParams({ id }) });
  const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
  clock.forward({ seconds: 1 });
  const input = { code, code_verifier: verifier, client_id: "ios", redirect_uri: redirect };
  const app = new TokenClient(auth.handler, home);
  expect((await app.post("/native/token", input)).status).toBe(200);
  expect((await app.get("/get-session")).body?.user).toMatchObject({ email });
  expect([await who(ada), (await idsOf(ada.user.id)).length]).toEqual([null, 1]);
});

test("POST /multi-session/set-active and POST /multi-session/revoke open no session", async () => {
  const { person, visit, idsOf, who } = open(1, [multiSession()]);
  const ada = await person();
  const bob = await person("bob@example.com");
  const { browser, client } = visit();
  await browser.post("/sign-in/email", { email, password });
  await browser.post("/sign-in/email", { email: "bob@example.com", password });
  const tokenOf = async (userId: string) => {
    const listed: readonly { readonly session: { readonly token: string; readonly userId: string } }[] = await (
      await browser.get("/multi-session/list-device-sessions")
    ).json();
    return { sessionToken: listed.find(({ session }) => session.userId === userId)?.session.token };
  };
  const before = [await idsOf(ada.user.id), await idsOf(bob.user.id)];
  expect((await browser.post("/multi-session/set-active", await tokenOf(ada.user.id))).status).toBe(200);
  expect([await idsOf(ada.user.id), await idsOf(bob.user.id)]).toEqual(before);
  expect(await who({ client })).toBe(email);
  expect((await browser.post("/multi-session/revoke", await tokenOf(ada.user.id))).status).toBe(200);
  expect([await idsOf(ada.user.id), await idsOf(bob.user.id)]).toEqual([[], before[1]]);
  expect(await who({ client })).toBe("bob@example.com");
});
