import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

const email = "ann@example.com";
const wrong = { email, password: "wrong horse battery staple" };
const off = "`rateLimit: { enabled: false }` turns the limits of routes off in development.";

const open = (rateLimit: object = {}) => createTestAuth({ config: { rateLimit: { enabled: true, ...rateLimit } } });
type Opened = ReturnType<typeof open>;

const signIns = async ({ browser }: Pick<Opened, "browser">, times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn += 1) statuses.push((await browser.post("/sign-in/email", wrong)).status);
  return statuses;
};
const limits = { "/sign-in/email": { windowSeconds: 10, max: 2 } };

describe("a limit that answers 429 is logged as a warning", () => {
  test("with what is counted, how many, until when, and the option that changes it", async () => {
    const opened = open({ limits });
    const until = new Date(opened.clock.now().getTime() + 10_000).toISOString();
    expect(await signIns(opened, 4)).toEqual([401, 401, 429, 429]);
    expect(opened.logged).toEqual([
      {
        level: "warning",
        message: `Limit reached: POST /sign-in/email per client address, 2 in 10 seconds. Further calls are answered 429 until ${until}. Set \`rateLimit.limits["/sign-in/email"]\` to change it; ${off}`,
      },
    ]);
  });

  test("once per window, and at most once a minute for all clients together", async () => {
    const opened = open({ limits });
    await signIns(opened, 5);
    await signIns(opened.visit({ ipAddress: "198.51.100.1" }), 5);
    opened.clock.forward({ seconds: 11 });
    expect(await signIns(opened, 3)).toEqual([401, 401, 429]);
    expect(opened.logged).toHaveLength(1);
    opened.clock.forward({ seconds: 60 });
    expect(await signIns(opened, 3)).toEqual([401, 401, 429]);
    expect(opened.logged).toHaveLength(2);
  });

  test("without an address of a client or a user", async () => {
    const opened = open({ limits });
    await signIns(opened, 3);
    expect(JSON.stringify(opened.logged)).not.toMatch(/203\.0\.113|ann@/);
  });

  test("if it counts wrong passwords of an account", async () => {
    const opened = open({ limits: { "/sign-in/email": false }, wrongPasswords: { windowSeconds: 900, max: 6 } });
    await opened.signUp(email);
    expect(await signIns(opened, 4)).toEqual([401, 401, 401, 429]);
    expect(opened.logged.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Limit reached: guesses of a password of one account by one network, .* Set `rateLimit\.wrongPasswords` /,
      ),
    ]);
  });

  test("if it counts emails to one address, though no answer says so", async () => {
    const opened = open({ limits: { "/request-password-reset": false }, emails: { windowSeconds: 900, max: 2 } });
    await opened.signUp(email);
    for (let turn = 0; turn < 4; turn += 1)
      expect((await opened.client.requestPasswordReset({ email, redirectTo: "/" })).error).toBeNull();
    await opened.auth.idle();
    expect(opened.logged.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^Limit reached: emails of the kind "reset-password" to one address, 2 in 900 seconds\. Further emails are not sent, and no answer says so, until .* Set `rateLimit\.emails` /,
      ),
    ]);
  });
});

test("a limit that is not reached, or that is off, logs no line", async () => {
  const opened = open({ limits });
  await signIns(opened, 2);
  const without = open({ enabled: false, limits });
  await signIns(without, 5);
  expect([opened.logged, without.logged]).toEqual([[], []]);
});
