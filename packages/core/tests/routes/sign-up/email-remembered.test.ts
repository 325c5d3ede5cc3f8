import { beforeEach, describe, expect, test } from "vitest";
import { alice, type Changes, sessionsOf, userByEmail } from "../../../../../tests/harness/app.ts";
import { verifyEmailToken } from "../../../src/records/user/token-kinds.js";
import { follow, type MailApp, openMailApp } from "../../emails.js";

const peer = { prefix: "better-auth", secret: "a secret of the library before", isStillRunning: true };

/** Both libraries write the link: this library alone a row, beside the previous library a token without a row. */
const forms: Readonly<Record<string, Changes>> = {
  "with a row": {},
  "in the form of the previous library": {
    cookies: { continueFrom: peer },
    emailAndPassword: { passwordHashing: undefined },
  },
};

describe.each(Object.entries(forms))("the link of a verification email, %s,", (_, changes) => {
  let app: MailApp;
  beforeEach(() => {
    app = openMailApp({
      ...changes,
      emailAndPassword: { requireEmailVerification: true, ...changes.emailAndPassword },
      emailVerification: { autoSignIn: true },
    });
  });

  test.each([
    { rememberMe: false, maxAge: false, days: 1 },
    { rememberMe: true, maxAge: true, days: 7 },
  ])("opens a session of the sign-up with %o", async ({ rememberMe, maxAge, days }) => {
    await app.browser().post("/sign-up/email", { ...alice, rememberMe });
    const answer = await follow(app, "verify-email");
    expect(answer.cookies.find(({ name }) => name.endsWith("session_token"))?.attributes.has("max-age")).toBe(maxAge);
    const [session] = await sessionsOf(app, (await userByEmail(app)).id);
    expect(session?.expiresAt).toEqual(new Date(app.now().getTime() + days * 86_400_000));
  });
});

test("the row of an earlier version, `true`, is of a sign-up with rememberMe", () => {
  const { parse } = verifyEmailToken(3600);
  expect([parse(true), parse(false)]).toEqual([true, false]);
});
