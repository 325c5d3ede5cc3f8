import { memory } from "@keyhold/adapter-memory";
import { createTestAuth } from "@keyhold/testing";
import { counted } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import { alice, home, openApp, userByEmail, userModel } from "../../../../tests/harness/app.ts";
import type { Answer } from "../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";
import { follow, kindsTo, type MailApp, newest, openMailApp, pathIn, prove, signUp } from "../emails.js";

const bob = { ...alice, email: "bob@example.com" };
const nobody = "nobody@example.com";

let app: MailApp;
const database = () => counted(memory());
let calls: ReturnType<typeof database>;

/** Alice has not verified her address, Bob has. */
beforeEach(async () => {
  calls = database();
  app = openMailApp({ database: calls, emailVerification: { sendOnSignUp: false } });
  await signUp(app, alice);
  await signUp(app, bob);
  await prove(app, bob.email);
});

const ask = (body: unknown): Promise<Answer> => app.browser().post("/send-verification-email", body);

describe("the verification email", () => {
  test("goes to the stored address, with a link, its token and its lifetime", async () => {
    await ask({ email: "ALICE@Example.com" });
    const message = await newest(app, "verify-email");
    expect(message).toEqual({
      kind: "verify-email",
      to: alice.email,
      user: { ...(await userByEmail(app)), username: null, displayUsername: null },
      url: `${home}/api/auth/verify-email?token=${message.token}`,
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiresInSeconds: 3600,
      asksForPassword: false,
      appName: "localhost:3000",
      appUrl: home,
    });
    await follow(app, "verify-email");
    expect(await userByEmail(app)).toMatchObject({ emailVerified: true });
  });

  test.each(["/welcome", "/a?b=1&c=2#d", "/caf%C3%A9", "/ok&token=ATTACKER", "/a+b%20c"])(
    "redirects to %s if that was requested",
    async (callbackURL) => {
      await ask({ email: alice.email, callbackURL });
      const answer = await follow(app, "verify-email");
      expect(answer.headers.get("location")).toBe(`${home}${callbackURL}`);
    },
  );

  test("lives as long as configured", async () => {
    app = openMailApp({ emailVerification: { expiresInSeconds: 60 } });
    await signUp(app, alice);
    const message = await newest(app, "verify-email");
    expect(message.expiresInSeconds).toBe(60);
    app.wait(60);
    expectError(await app.browser().get(pathIn(message)), 401, "TOKEN_EXPIRED", "token_expired");
  });

  test("links to the configured origin, with any host in the request", async () => {
    const headers = { host: "evil.com", "x-forwarded-host": "evil.com", forwarded: "host=evil.com" };
    await app.browser().post("/send-verification-email", { email: alice.email }, { headers });
    expect((await newest(app, "verify-email")).url).toMatch(/^http:\/\/localhost:3000\/api\/auth\/verify-email\?/);
  });
});

describe("for an unverified, a verified and a free address", () => {
  const people = [alice.email, bob.email, nobody];

  test("the response is the same, and only an unverified one gets an email", async () => {
    const answers: Answer[] = [];
    for (const email of people) answers.push(await ask({ email }));
    for (const { status, text, cookies } of answers) {
      expect({ status, text, cookies }).toEqual({ status: 200, text: '{"status":true}', cookies: [] });
    }
    expect(new Set(answers.map(({ headers }) => JSON.stringify([...headers]))).size).toBe(1);
    expect(await kindsTo(app, alice.email)).toEqual(["verify-email"]);
    expect(app.mailbox.messages).toHaveLength(1);
  });

  test("the database does the same", async () => {
    const work: string[] = [];
    for (const email of people) {
      calls.reset();
      await ask({ email });
      await app.auth.idle();
      work.push(calls.calls.map(({ verb, model, isInTransaction }) => `${verb} ${model} ${isInTransaction}`).join());
    }
    expect(new Set(work)).toEqual(new Set(["find user false,insert verification false,find verification false"]));
  });
});

describe("in a session", () => {
  test("the email goes to the user's own address", async () => {
    const browser = await signUp(app, { ...alice, email: "carol@example.com" });
    expect((await browser.post("/send-verification-email", { email: "Carol@example.com" })).status).toBe(200);
    expect(await kindsTo(app, "carol@example.com")).toEqual(["verify-email"]);
  });

  test("another address fails, alike whether it is unverified, verified or free, and gets no email", async () => {
    const browser = await signUp(app, { ...alice, email: "carol@example.com" });
    for (const email of [alice.email, bob.email, nobody]) {
      const answer = await browser.post("/send-verification-email", { email });
      expectError(answer, 400, "EMAIL_MISMATCH", "Email mismatch");
      expect(await kindsTo(app, email)).toEqual([]);
    }
  });
});

describe("fails", () => {
  test("if there is no mail", async () => {
    const answer = await openApp().browser().post("/send-verification-email", { email: alice.email });
    expectError(answer, 400, "VERIFICATION_EMAIL_ISNT_ENABLED", "Verification email isn't enabled");
  });

  test.each(["", "alice", "alice@", "a@x.io,b@x.io", '"a"@x.io', " alice@example.com", "m\u0131ke@example.com"])(
    "for %j, which is not an address",
    async (email) => {
      expectError(await ask({ email }), 400, "INVALID_EMAIL", "Invalid email");
    },
  );

  test.each([5, true, null, ["alice@example.com", "eve@example.com"], { $ne: "" }, undefined])(
    "for the address %j, which is not text",
    async (email) => {
      expectIssues(await ask({ email }), ["email"]);
    },
  );

  test.each(["https://evil.com", "//evil.com", "/\\evil.com"])("with the callbackURL %s", async (callbackURL) => {
    const answer = await ask({ email: alice.email, callbackURL });
    expectError(answer, 403, "INVALID_CALLBACKURL", "Invalid callbackURL");
    expect(await kindsTo(app, alice.email)).toEqual([]);
  });
});

describe("a mailbox is not flooded:", () => {
  const setUp = async () => {
    const fixture = createTestAuth({
      config: { rateLimit: { enabled: true }, emailVerification: { sendOnSignUp: false } },
    });
    await fixture.signUp(alice.email);
    const askFrom = async (caller: number, email = alice.email): Promise<string> => {
      const { browser } = fixture.visit({ ipAddress: `198.51.100.${caller}` });
      const response = await browser.post("/send-verification-email", { email });
      return `${response.status} ${await response.text()}`;
    };
    return { ...fixture, askFrom };
  };

  test("of twenty emails requested from twenty addresses three are sent, without an error, and the last one works", async () => {
    const { auth, askFrom, mailbox, visit, db } = await setUp();
    for (let caller = 1; caller <= 20; caller += 1) expect(await askFrom(caller)).toBe('200 {"status":true}');
    await auth.idle();
    expect(mailbox.messages.map(({ to }) => to)).toEqual([alice.email, alice.email, alice.email]);
    const last = mailbox.messages.at(-1);
    const followed = await visit().browser.follow(last && "url" in last ? last.url : "");
    expect(followed.status).toBe(200);
    expect(await db.find(userModel, { email: alice.email })).toMatchObject({ emailVerified: true });
  });

  test("a quarter of an hour later emails are sent again", async () => {
    const { auth, askFrom, mailbox, clock } = await setUp();
    for (let caller = 1; caller <= 4; caller += 1) await askFrom(caller);
    clock.forward({ minutes: 15 });
    await askFrom(5);
    await auth.idle();
    expect(mailbox.messages).toHaveLength(4);
  });

  test("emails that were requested for a free address do not use up the limit of a later sign-up", async () => {
    const { auth, askFrom, mailbox, signUp: join } = await setUp();
    for (let caller = 1; caller <= 9; caller += 1) await askFrom(caller, bob.email);
    await join(bob.email);
    await askFrom(10, bob.email);
    await auth.idle();
    expect(mailbox.messages.map(({ to }) => to)).toEqual([bob.email]);
  });

  test("emails to other addresses are counted separately", async () => {
    const { auth, askFrom, mailbox, signUp: join } = await setUp();
    await join(bob.email);
    for (let caller = 1; caller <= 4; caller += 1) await askFrom(caller);
    await askFrom(5, bob.email);
    await auth.idle();
    expect(mailbox.messages.map(({ to }) => to).filter((to) => to === bob.email)).toHaveLength(1);
  });
});

test("an email that cannot be delivered changes no response, and is logged without its link", async () => {
  app = openMailApp({
    emailVerification: { sendOnSignUp: false },
    mail: ({ kind }) => Promise.reject(new Error(`The mail server is away (${kind}).`)),
  });
  await signUp(app, alice);
  expect((await ask({ email: alice.email })).text).toBe('{"status":true}');
  await app.auth.idle();
  expect(app.events.filter(({ type }) => type === "email.failed")).toEqual([
    { type: "email.failed", kind: "verify-email", userId: (await userByEmail(app)).id },
  ]);
  expect(app.logged.map(({ message }) => message)).toEqual(['Sending the email "verify-email" failed.']);
  expect(JSON.stringify(app.logged)).not.toContain("verify-email?token");
});
