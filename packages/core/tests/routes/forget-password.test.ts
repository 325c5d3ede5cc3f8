import { memory } from "@keyhold/adapter-memory";
import { createTestAuth } from "@keyhold/testing";
import { counted } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import { alice, home, openApp, userByEmail, userModel, verificationModel } from "../../../../tests/harness/app.ts";
import type { Answer } from "../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";
import { addAccount, removePassword } from "../../../../tests/harness/rows.ts";
import { follow, kindsTo, type MailApp, newest, openMailApp, prove, signUp, tokenIn } from "../emails.js";

const bob = { ...alice, email: "bob@example.com" };
const olaf = { ...alice, email: "olaf@example.com" };
const nobody = "nobody@example.com";
const generic = {
  status: true,
  message: "If this email exists in our system, check your email for the reset link",
};

describe.each(["/forget-password", "/request-password-reset"])("POST %s", (path) => {
  let calls: ReturnType<typeof counted>;
  let app: MailApp;

  /** Bob has verified his address, Alice has not, and Olaf signs in only with a provider. */
  beforeEach(async () => {
    calls = counted(memory());
    app = openMailApp({ database: calls, emailVerification: { sendOnSignUp: false } });
    for (const person of [alice, bob, olaf]) await signUp(app, person);
    await prove(app, bob.email);
    const { id } = await userByEmail(app, olaf.email);
    await addAccount(app, id, { providerId: "github" });
    await removePassword(app, id);
    app.events.length = 0;
  });

  const ask = (body: unknown, headers = {}): Promise<Answer> => app.browser().post(path, body, { headers });

  describe("sends an email", () => {
    test("to the stored address, with a link, its token and its lifetime", async () => {
      const answer = await ask({ email: "BOB@Example.com", redirectTo: "/new-password" });
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: generic });
      const message = await newest(app, "reset-password");
      expect(message).toEqual({
        kind: "reset-password",
        to: bob.email,
        user: { ...(await userByEmail(app, bob.email)), username: null, displayUsername: null },
        url: `${home}/api/auth/reset-password/${message.token}?callbackURL=%2Fnew-password`,
        token: expect.stringMatching(/^[A-Za-z0-9]{24}$/),
        expiresInSeconds: 3600,
        appName: "localhost:3000",
        appUrl: home,
      });
      expect(app.events).toEqual([
        { type: "password.reset-requested", user: expect.objectContaining({ email: bob.email }) },
      ]);
    });

    test.each(["/new", "/a?b=1&c=2#d", "/caf%C3%A9", "/ok&token=ATTACKER", "/ok?token=ATTACKER"])(
      "with a link that redirects to %s, with the token only",
      async (redirectTo) => {
        await ask({ email: bob.email, redirectTo });
        const answer = await follow(app, "reset-password");
        const expected = new URL(redirectTo, home);
        expected.searchParams.set("token", await tokenIn(app, "reset-password"));
        expect(answer.headers.get("location")).toBe(expected.href);
      },
    );

    test("with a link that works without a redirectTo", async () => {
      await ask({ email: bob.email });
      expect((await newest(app, "reset-password")).url).not.toContain("undefined");
      const token = await tokenIn(app, "reset-password");
      expect((await follow(app, "reset-password")).headers.get("location")).toBe(
        `${home}/reset-password?token=${token}`,
      );
    });

    test("that links to the configured origin, with any host in the request", async () => {
      const headers = {
        host: "evil.com",
        "x-forwarded-host": "evil.com",
        "x-forwarded-proto": "javascript",
        forwarded: "host=evil.com",
      };
      await ask({ email: bob.email }, headers);
      expect((await newest(app, "reset-password")).url).toMatch(
        /^http:\/\/localhost:3000\/api\/auth\/reset-password\//,
      );
    });

    test("and stores only a hash of its token", async () => {
      await ask({ email: bob.email });
      const token = await tokenIn(app, "reset-password");
      expect(await app.db.find(verificationModel, { identifier: `reset-password:${token}` })).toBeNull();
      expect(await app.db.find(verificationModel, { value: token })).toBeNull();
    });
  });

  describe("for a taken and a free address,", () => {
    const people = [alice.email, bob.email, olaf.email, nobody];

    test("answers the same, and sends an email to every user, also without a password", async () => {
      const answers: Answer[] = [];
      for (const email of people) answers.push(await ask({ email }));
      for (const { status, body, cookies } of answers) {
        expect({ status, body, cookies }).toEqual({ status: 200, body: generic, cookies: [] });
      }
      expect(new Set(answers.map(({ headers }) => JSON.stringify([...headers]))).size).toBe(1);
      await app.auth.idle();
      expect(app.mailbox.messages.map(({ to }) => to)).toEqual([alice.email, bob.email, olaf.email]);
    });

    test("has the database do the same", async () => {
      const work: string[] = [];
      for (const email of people) {
        calls.reset();
        await ask({ email });
        await app.auth.idle();
        work.push(calls.calls.map(({ verb, model, isInTransaction }) => `${verb} ${model} ${isInTransaction}`).join());
      }
      expect(new Set(work)).toEqual(
        new Set(["find user false,find account false,insert verification false,find verification false"]),
      );
    });
  });

  describe("rejects", () => {
    test("the call if there is no mail, or passwords are disabled", async () => {
      for (const auth of [openApp(), openMailApp({ emailAndPassword: { enabled: false } })]) {
        const answer = await auth.browser().post(path, { email: alice.email });
        expectError(answer, 400, "RESET_PASSWORD_ISNT_ENABLED", "Reset password isn't enabled");
      }
    });

    test.each([
      "",
      "bob",
      "alice",
      "a@x.io,b@x.io",
      "victim@x.io\uff20evil.com",
      "m\u0131ke@example.com",
      "bob@example.com\n",
    ])("%j, which is not an address", async (email) => {
      expectError(await ask({ email }), 400, "INVALID_EMAIL", "Invalid email");
      expect(app.mailbox.messages).toEqual([]);
    });

    test.each([5, true, null, ["bob@example.com", "eve@example.com"], { $ne: "" }, undefined])(
      "the address %j, which is not text",
      async (email) => {
        expectIssues(await ask({ email }), ["email"]);
        expect(app.mailbox.messages).toEqual([]);
      },
    );

    test.each(["https://evil.com/reset", "//evil.com", "/\\evil.com", "http://localhost:3000@evil.com"])(
      "the untrusted redirectTo %s, and issues no token",
      async (redirectTo) => {
        for (const email of [bob.email, nobody]) {
          calls.reset();
          expectError(await ask({ email, redirectTo }), 403, "INVALID_REDIRECTURL", "Invalid redirectURL");
          expect(calls.calls).toEqual([]);
        }
        expect(await kindsTo(app, bob.email)).toEqual([]);
      },
    );
  });

  test("does not use up the limit of a later sign-up", async () => {
    const fixture = createTestAuth({
      config: { rateLimit: { enabled: true }, emailVerification: { sendOnSignUp: false } },
    });
    const ask = (caller: number): Promise<Response> =>
      fixture.visit({ ipAddress: `198.51.100.${caller}` }).browser.post(path, { email: bob.email });
    for (let caller = 1; caller <= 9; caller += 1) await ask(caller);
    await fixture.signUp(bob.email);
    await ask(10);
    await fixture.auth.idle();
    expect(fixture.mailbox.messages.map(({ kind, to }) => [kind, to])).toEqual([["reset-password", bob.email]]);
  });

  test("floods no mailbox: of a hundred emails requested from a hundred addresses three are sent, and the last one works", async () => {
    const fixture = createTestAuth({
      config: { rateLimit: { enabled: true }, emailVerification: { sendOnSignUp: false } },
    });
    await fixture.signUp(bob.email);
    for (let caller = 1; caller <= 100; caller += 1) {
      const response = await fixture
        .visit({ ipAddress: `198.51.100.${caller}` })
        .browser.post(path, { email: bob.email });
      expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: generic });
    }
    await fixture.auth.idle();
    expect(fixture.mailbox.messages).toHaveLength(3);
    const [first, , last] = fixture.mailbox.messages;
    for (const [message, status] of [
      [last, 200],
      [first, 400],
    ] as const) {
      const token = message && "token" in message ? message.token : "";
      const response = await fixture
        .visit()
        .browser.post("/reset-password", { token, newPassword: "another password" });
      expect(response.status).toBe(status);
    }
    expect(await fixture.db.find(userModel, { email: bob.email })).toMatchObject({ emailVerified: true });
  });
});
