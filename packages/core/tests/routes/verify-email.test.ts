import { createHmac } from "node:crypto";
import { memory } from "@keyhold/adapter-memory";
import { defineErrors } from "@keyhold/core";
import type { HookContext } from "@keyhold/core/plugin";
import { memoryStorage } from "@keyhold/testing";
import { type FaultPlan, faulty } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  alice,
  type Changes,
  home,
  secret,
  sessionsOf,
  userByEmail,
  userModel,
  verificationModel,
} from "../../../../tests/harness/app.ts";
import type { Answer } from "../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";
import { allRows } from "../../../../tests/harness/rows.ts";
import { fingerprint } from "../../src/secret/hash.js";
import { keysFor } from "../../src/secret/keys.js";
import { follow, type MailApp, newest, openMailApp, pathIn, prove, signUp, tokenIn } from "../emails.js";

let app: MailApp;
let link: string;
let token: string;

/** Alice has signed up and not followed her link yet. */
async function open(changes: Changes = {}, callbackURL?: string): Promise<void> {
  app = openMailApp({ ...changes, emailAndPassword: { autoSignIn: false, ...changes.emailAndPassword } });
  await signUp(app, { ...alice, ...(callbackURL && { callbackURL }) });
  link = pathIn(await newest(app, "verify-email"));
  token = await tokenIn(app, "verify-email");
  app.events.length = 0;
}

beforeEach(() => open());

const verify = (query: Readonly<Record<string, string>>, browser = app.browser()): Promise<Answer> =>
  browser.get(`/verify-email?${new URLSearchParams(query)}`);

async function expectUnverified(): Promise<void> {
  expect(await userByEmail(app)).toMatchObject({ emailVerified: false, updatedAt: new Date("2026-01-05T12:00:00Z") });
  expect(app.events.filter(({ type }) => type === "email.verified")).toEqual([]);
}

const told = async (): Promise<readonly string[]> => {
  await app.auth.idle();
  return app.events.map(({ type }) => type);
};

describe("the link of an email", () => {
  test("verifies the address that got it", async () => {
    app.wait(60);
    const answer = await app.browser().follow(link);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("<h1>Your email address is confirmed</h1>");
    expect(await userByEmail(app)).toMatchObject({ emailVerified: true, updatedAt: app.now() });
    expect(await told()).toEqual(["email.verified"]);
    expect(app.events[0]).toMatchObject({ user: { email: alice.email, emailVerified: true } });
  });

  test("opens no session", async () => {
    const answer = await app.browser().follow(link);
    expect(answer.cookies.map(({ name }) => name)).toEqual([expect.stringMatching(/\.confirmed$/)]);
    expect((await allRows(app)).sessions).toEqual([]);
  });

  test("is answered alike a second time, without an effect", async () => {
    await app.browser().follow(link);
    const before = await allRows(app);
    app.wait(60);
    const answer = await app.browser().follow(link);
    expect(answer.body).toEqual({ status: true, user: null });
    expect(answer.cookies).toEqual([]);
    expect(await allRows(app)).toEqual(before);
    expect(await told()).toEqual(["email.verified"]);
  });

  test("is one of two that both work, the second without an effect", async () => {
    await app.browser().post("/send-verification-email", { email: alice.email });
    const second = pathIn(await newest(app, "verify-email"));
    expect(second).not.toBe(link);
    expect((await app.browser().follow(second)).status).toBe(200);
    expect((await app.browser().follow(link)).status).toBe(200);
    expect(await told()).toEqual(["email.verified"]);
  });

  test("verifies the address once for sixteen concurrent calls", async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => app.browser().follow(link)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(await told()).toEqual(["email.verified"]);
  });

  test("cannot be restored from the database: only a hash of its secret is stored, and the token is in no row", async () => {
    const oneTimeToken: unknown = JSON.parse(atob(token.split(".")[1] ?? "")).jti;
    expect(oneTimeToken).toMatch(/^[A-Za-z0-9]{32}$/);
    const row = await app.db.find(verificationModel, {
      identifier: `verify-email:${fingerprint(String(oneTimeToken))}`,
    });
    expect(row).toMatchObject({ expiresAt: new Date("2026-01-05T13:00:00Z") });
    expect(JSON.stringify(row)).not.toContain(oneTimeToken);
  });

  test.each([
    ["HEAD", 200],
    ["OPTIONS", 405],
    ["PUT", 405],
  ])("is not followed by %s, and works afterwards", async (method, status) => {
    const answer = await app.browser().send(method, link);
    expect(answer.status).toBe(status);
    expect(answer.cookies).toEqual([]);
    await expectUnverified();
    await app.browser().follow(link);
    expect(await userByEmail(app)).toMatchObject({ emailVerified: true });
  });
});

describe("with a callbackURL", () => {
  test.each([
    ["/welcome", `${home}/welcome`],
    ["/a?b=1&c=2#d", `${home}/a?b=1&c=2#d`],
    ["/caf%C3%A9", `${home}/caf%C3%A9`],
    ["/ok&token=ATTACKER", `${home}/ok&token=ATTACKER`],
    [`${home}/welcome`, `${home}/welcome`],
  ])("%s of the sign-up the browser ends at %s, at each visit", async (callbackURL, expected) => {
    await open({}, callbackURL);
    for (let visit = 1; visit <= 2; visit += 1) {
      const answer = await app.browser().follow(link);
      expect({ status: answer.status, location: answer.headers.get("location") }).toEqual({
        status: visit === 1 ? 303 : 302,
        location: expected,
      });
      expect(answer.text).toBe("");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect(await userByEmail(app)).toMatchObject({ emailVerified: true });
  });

  test("a parameter of the link stays one, with any callbackURL", async () => {
    await open({}, "/ok&token=ATTACKER");
    const query = new URLSearchParams(link.slice(link.indexOf("?")));
    expect([...query.keys()]).toEqual(["token", "callbackURL"]);
    expect(query.get("token")).toBe(token);
  });

  test("there is no callbackURL in the link by default", () => {
    expect([...new URLSearchParams(link.slice(link.indexOf("?"))).keys()]).toEqual(["token"]);
  });

  test.each(["https://evil.com", "//evil.com", "/\\evil.com", "javascript:alert(1)", "http://localhost:3000@evil.com"])(
    "%s fails before the token is read",
    async (callbackURL) => {
      const answer = await verify({ token, callbackURL });
      expectError(answer, 403, "INVALID_CALLBACKURL", "Invalid callbackURL");
      expect(answer.headers.get("location")).toBeNull();
      await expectUnverified();
      expect((await app.browser().follow(`${link}&callbackURL=/ok`)).headers.get("location")).toBe(`${home}/ok`);
      expect(await userByEmail(app)).toMatchObject({ emailVerified: true });
    },
  );
});

describe("an invalid link", () => {
  const refused: readonly (readonly [string, string, () => Promise<string>])[] = [
    [
      "token_expired",
      "an hour later",
      async () => {
        app.wait(3600);
        return token;
      },
    ],
    ["invalid_token", "with another signature", async () => token.slice(0, -2) + (token.endsWith("AA") ? "BA" : "AA")],
    [
      "invalid_token",
      "to an address that is no longer the user's",
      async () => {
        await app.db.update(userModel, (await userByEmail(app)).id, { email: "other@example.com" });
        return token;
      },
    ],
    [
      "invalid_token",
      "with a missing one-time token",
      async () => {
        const { jti } = JSON.parse(atob(token.split(".")[1] ?? ""));
        await app.db.consume(verificationModel, { identifier: `verify-email:${fingerprint(jti)}` });
        return token;
      },
    ],
    [
      "user_not_found",
      "of a deleted user",
      async () => {
        await app.db.remove(userModel, { email: alice.email });
        return token;
      },
    ],
  ];

  test.each(refused)("reports %s: one %s", async (error, _, make) => {
    expectError(await verify({ token: await make() }), 401, error.toUpperCase(), error);
  });

  test.each(refused)("reports %s at the callbackURL, beside its own query: one %s", async (error, _, make) => {
    const answer = await verify({ token: await make(), callbackURL: "/a?b=1&error=old#d" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`${home}/a?b=1&error=${error}#d`);
    expect(answer.cookies).toEqual([]);
    expect(await told()).not.toContain("email.verified");
  });

  test("is not one a second before its hour is over", async () => {
    app.wait(3599);
    expect((await verify({ token })).status).toBe(200);
  });

  test("is one without a token, or with two", async () => {
    expectIssues(await app.browser().get("/verify-email"), ["token"]);
    expectIssues(await app.browser().get(`/verify-email?token=${token}&token=${token}`), ["token"]);
    await expectUnverified();
  });

  test.each([
    ["nothing", ""],
    ["a letter", "x"],
    ["three parts", "a.b.c"],
    ["a sign that begins an escape", "%"],
    ["dots", ".."],
    ["a smile", "\u{1f600}"],
    ["five thousand letters", "x".repeat(5000)],
  ])("is one of %s", async (_, forged) => {
    expectError(await verify({ token: forged }), 401, "INVALID_TOKEN", "invalid_token");
    await expectUnverified();
  });
});

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token signed by hand (RFC 7515). */
function signed(payload: object, header: object, key: Uint8Array | string): string {
  const content = `${base64url({ alg: "HS256", typ: "verify-email", ...header })}.${base64url(payload)}`;
  return `${content}.${createHmac("sha256", key).update(content).digest("base64url")}`;
}

describe("a forged token", () => {
  const ours = keysFor("signed value", [secret])[0].bytes;
  const claims = (): Record<string, unknown> => JSON.parse(atob(token.split(".")[1] ?? ""));
  const sign = (payload: object, header: object = {}, key: Uint8Array | string = ours): string =>
    signed(payload, header, key);
  const without = (name: string): Record<string, unknown> => ({ ...claims(), [name]: undefined });

  test("would be valid if it were signed by the right key", async () => {
    await app.browser().follow(`/verify-email?token=${sign(claims())}`);
    expect(await userByEmail(app)).toMatchObject({ emailVerified: true });
  });

  const forgeries: readonly (readonly [string, () => string])[] = [
    ["has no algorithm", () => `${base64url({ alg: "none", typ: "verify-email" })}.${base64url(claims())}.`],
    ["is signed by the secret itself", () => sign(claims(), {}, secret)],
    ["is signed by another key", () => sign(claims(), {}, "x".repeat(32))],
    ["is signed by our key for cookies", () => sign(claims(), {}, keysFor("cookie", [secret])[0].bytes)],
    ["is of another kind", () => sign(claims(), { typ: "session" })],
    ["is of no kind", () => sign(claims(), { typ: undefined })],
    ["never ends", () => sign(without("exp"))],
    ["ends in words", () => sign({ ...claims(), exp: "2099-01-01" })],
    ["has no beginning", () => sign(without("iat"))],
    ["names no user", () => sign(without("sub"))],
    ["is about no address", () => sign(without("about"))],
    ["is about another address", () => sign({ ...claims(), about: sign({}).slice(-44) })],
    ["is about an address in clear", () => sign({ ...claims(), about: alice.email })],
    ["changes an address", () => sign({ ...claims(), isChange: "yes" })],
    ["has no single use", () => sign(without("jti"))],
    ["has the use of another", () => sign({ ...claims(), jti: "x".repeat(32) })],
    [
      "has another's payload under its signature",
      () => {
        const [head, , signature] = token.split(".");
        return `${head}.${base64url({ ...claims(), sub: "victim" })}.${signature}`;
      },
    ],
  ];

  test.each(forgeries)("is invalid: it %s", async (_, forge) => {
    expectError(await verify({ token: forge() }), 401, "INVALID_TOKEN", "invalid_token");
    await expectUnverified();
    expect((await verify({ token })).status).toBe(200);
  });

  test.each(["", " "])("signed by the key %j is invalid", async (key) => {
    expectError(await verify({ token: sign(claims(), {}, key) }), 401, "INVALID_TOKEN", "invalid_token");
  });
});

describe("if following the link signs in", () => {
  const autoSignIn = { emailVerification: { autoSignIn: true } };
  beforeEach(() => open(autoSignIn, "/welcome"));

  test("the browser that follows it has a session, and no other", async () => {
    const [first, follower] = [app.browser(), app.browser()];
    const answer = await follower.follow(link);
    expect(answer.headers.get("location")).toBe(`${home}/welcome`);
    expect((await follower.get("/get-session")).body?.user).toMatchObject({ email: alice.email, emailVerified: true });
    expect((await first.get("/get-session")).text).toBe("null");
    expect(await told()).toEqual(["email.verified", "session.created"]);
    expect(app.events[1]).toMatchObject({ method: "verify-email", isNewUser: false, user: { emailVerified: true } });
  });

  test("a second visit opens no session", async () => {
    await app.browser().follow(link);
    const second = app.browser();
    expect((await second.follow(link)).cookies).toEqual([]);
    expect(second.jar.size).toBe(0);
    expect((await allRows(app)).sessions).toHaveLength(1);
  });

  test("of sixteen concurrent calls one is signed in", async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => app.browser().follow(link)));
    expect(answers.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1);
    expect((await allRows(app)).sessions).toHaveLength(1);
  });

  test("the link of a second email opens no session once the address is verified", async () => {
    await app.browser().post("/send-verification-email", { email: alice.email });
    await follow(app, "verify-email");
    await app.browser().follow(link);
    expect((await allRows(app)).sessions).toHaveLength(1);
  });

  test("a browser with a signed-in user keeps its session", async () => {
    const bob = await signUp(app, { ...alice, email: "bob@example.com" });
    await bob.post("/sign-in/email", { ...alice, email: "bob@example.com" });
    const answer = await bob.follow(link);
    expect(answer.status).toBe(303);
    expect((await bob.get("/get-session")).body?.user).toMatchObject({ email: "bob@example.com" });
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toEqual([]);
    expect(await userByEmail(app)).toMatchObject({ emailVerified: true });
  });

  test("a session that cannot be opened causes 500, emits no event, and verifies no address", async () => {
    const plan: FaultPlan = {};
    await open({ ...autoSignIn, database: faulty(memory(), plan) }, "/welcome");
    plan.faults = [{ at: "insert", model: "session", error: new Error("A disk is full.") }];
    const answer = await app.browser().follow(link);
    expect({ status: answer.status, location: answer.headers.get("location") }).toEqual({
      status: 303,
      location: `${home}/api/auth/error?error=internal_server_error`,
    });
    await expectUnverified();
    await app.browser().follow(link);
    expect(await userByEmail(app)).toMatchObject({ emailVerified: true });
  });

  test("a rule that refuses the session refuses the proof with it, and says so at the callbackURL", async () => {
    const errors = defineErrors({ BANNED: { status: 403, message: "Banned" } });
    const hooks = { "session.create": (_: unknown, ctx: Pick<HookContext, "fail">) => ctx.fail(errors.BANNED) };
    await open({ ...autoSignIn, errors, hooks }, "/welcome");
    expect((await app.browser().follow(link)).headers.get("location")).toBe(`${home}/welcome?error=banned`);
    await expectUnverified();
  });
});

test.each(["", "&callbackURL=/welcome"])(
  "while the storage does not answer a link fails with 503, and works afterwards: %j",
  async (query) => {
    const plan: FaultPlan = {};
    await open({ database: faulty(memory(), plan) });
    plan.isUnavailable = true;
    const answer = await app.browser().follow(link + query);
    expectError(answer, 503, "SERVICE_UNAVAILABLE", "Service unavailable, try again later");
    plan.isUnavailable = false;
    await app.browser().follow(link);
    expect(await userByEmail(app)).toMatchObject({ emailVerified: true });
  },
);

test("a transaction that has to run again verifies an address once, and the first attempt emits no event", async () => {
  const plan: FaultPlan = {};
  await open({ database: faulty(memory(), plan), emailVerification: { autoSignIn: true } });
  plan.faults = [{ at: "commit", isRetried: true }];
  expect((await app.browser().follow(link)).status).toBe(200);
  expect(await told()).toEqual(["email.verified", "session.created"]);
  expect((await allRows(app)).sessions).toHaveLength(1);
});

test("a browser's copy of its session shows the verified address at once", async () => {
  await open({ session: { cookieCache: { enabled: true } } });
  const browser = app.browser();
  await browser.post("/sign-in/email", alice);
  expect((await browser.get("/get-session")).body?.user).toMatchObject({ emailVerified: false });
  await browser.get(link);
  expect((await browser.get("/get-session")).body?.user).toMatchObject({ emailVerified: true });
});

test("a session cache entry in the secondary storage shows the verified address at once", async () => {
  await open({ secondaryStorage: memoryStorage({ now: () => app.now() }) });
  const browser = app.browser();
  await browser.post("/sign-in/email", alice);
  expect((await browser.get("/get-session")).body?.user).toMatchObject({ emailVerified: false });
  await app.auth.idle();
  await app.browser().follow(link);
  expect((await browser.get("/get-session")).body?.user).toMatchObject({ emailVerified: true });
});

test("a link to an address that was verified otherwise meanwhile has no effect", async () => {
  await prove(app, alice.email);
  const before = await allRows(app);
  expect((await app.browser().follow(link)).body).toEqual({ status: true, user: null });
  expect(await allRows(app)).toEqual(before);
  expect(await told()).toEqual([]);
});
