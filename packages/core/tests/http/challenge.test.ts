import { type ChallengeAttempt, defineErrors } from "@keyhold/core";
import type { Hooks } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { alice, type Changes, openApp, password } from "../../../../tests/harness/app.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

const failed = [
  403,
  "CHALLENGE_FAILED",
  "The challenge was not passed: send its response in the header X-Captcha-Response",
] as const;

const solved = { headers: { "x-captcha-response": "solved" } };

function open(changes: Changes = {}) {
  const asked: ChallengeAttempt[] = [];
  const challenge = (attempt: ChallengeAttempt): boolean => {
    asked.push(attempt);
    return attempt.response === "solved";
  };
  return { asked, app: openApp({ challenge, mail: () => undefined, ...changes }) };
}

describe("an app's challenge", () => {
  test.each([
    ["/sign-up/email", alice, "sign-up"],
    ["/sign-in/email", alice, "sign-in"],
    ["/sign-in/username", { username: "alice", password }, "sign-in"],
    ["/forget-password", { email: alice.email }, "reset-password"],
    ["/request-password-reset", { email: alice.email }, "reset-password"],
  ])("is called before %s, and its false is 403", async (path, body, action) => {
    const { app, asked } = open();
    await app.auth.api.createUser({ ...alice, username: "alice" });
    expectError(await app.browser().post(path, body), ...failed);
    expectError(await app.browser().post(path, body, { headers: { "x-captcha-response": "wrong" } }), ...failed);
    expect(asked.map((attempt) => [attempt.action, attempt.response])).toEqual([
      [action, null],
      [action, "wrong"],
    ]);
    expect((await app.browser().post(path, body, solved)).body?.code).not.toBe("CHALLENGE_FAILED");
  });

  test("is not called for an invalid body, nor for other routes", async () => {
    const { app, asked } = open();
    expect((await app.browser().post("/sign-in/email", {})).status).toBe(400);
    expect((await app.browser().get("/get-session")).status).toBe(200);
    expect(asked).toEqual([]);
  });

  test("is not called at a server-side call", async () => {
    const { app, asked } = open();
    await app.auth.api.signUp.email(alice);
    expect(asked).toEqual([]);
  });

  test("gets the origin of the call, and at most 4,096 characters of a response", async () => {
    const { app, asked } = open();
    const headers = { "x-captcha-response": "x".repeat(5000), "user-agent": "a browser" };
    await app.browser().post("/sign-in/email", alice, { headers });
    expect(asked).toEqual([{ action: "sign-in", response: "x".repeat(4096), ipAddress: null, userAgent: "a browser" }]);
  });

  test.each([
    ["throws", () => Promise.reject(new Error("The provider is away."))],
    [
      "throws at once",
      () => {
        throw new Error("The provider is away.");
      },
    ],
  ])("that %s lets no call pass, and is logged", async (_, challenge) => {
    const { app } = open({ challenge });
    const answer = await app.browser().post("/sign-up/email", alice, solved);
    expectError(answer, 503, "SERVICE_UNAVAILABLE", "Service unavailable, try again later");
    expect(app.logged).toMatchObject([{ level: "error" }]);
    expect(await app.auth.api.getSession()).toBe(null);
  });

  test("that answers with another value than true lets no call pass", async () => {
    const { app } = open({ challenge: () => JSON.parse('"yes"') });
    expectError(await app.browser().post("/sign-up/email", alice, solved), ...failed);
  });
});

describe('a hook at "call.challenge"', () => {
  function openHook() {
    const calls: Parameters<Hooks["call.challenge"]>[] = [];
    const errors = defineErrors({ NOT_A_PERSON: { status: 403, message: "Not a person" } });
    const hooks: Partial<Hooks> = {
      "call.challenge"(attempt, ctx, call) {
        calls.push([attempt, ctx, call]);
        if (attempt.response !== "solved") ctx.fail(errors.NOT_A_PERSON);
      },
    };
    return { calls, app: openApp({ mail: () => undefined, errors, hooks }) };
  }

  test("gets the call with its checked input, and its error is the answer", async () => {
    const { calls, app } = openHook();
    const body = { email: alice.email, password };
    expectError(await app.browser().post("/sign-in/email", body), 403, "NOT_A_PERSON", "Not a person");
    const [[attempt, , call] = []] = calls;
    expect(attempt).toEqual({ action: "sign-in", response: null, ipAddress: null, userAgent: null });
    expect(call).toMatchObject({ route: "POST /sign-in/email", input: body });
    expect(call?.caller).toMatchObject({ isBearer: false, sessionToken: null });
    expect((await app.browser().post("/sign-in/email", body, solved)).body?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  test("is called neither for other routes nor at a server-side call", async () => {
    const { calls, app } = openHook();
    expect((await app.browser().get("/get-session")).status).toBe(200);
    await app.auth.api.signUp.email(alice);
    expect(calls).toEqual([]);
  });
});
