import { describe, expect, test } from "vitest";
import { type App, alice, openApp } from "../../../../tests/harness/app.ts";
import { type Answer, readAnswer } from "../../../../tests/harness/browser.ts";
import { createDice } from "../../../../tests/harness/mutate.ts";
import { mutateRequest } from "../../../../tests/harness/mutated-request.ts";

const routes = [
  ["GET", "/ok"],
  ["GET", "/error?error=x"],
  ["GET", "/get-session"],
  ["POST", "/sign-out"],
  ["POST", "/sign-up/email"],
  ["POST", "/sign-in/email"],
  ["POST", "/sign-in/username"],
  ["POST", "/sign-in/social"],
  ["POST", "/sign-in/social-nonce"],
  ["POST", "/link-social"],
  ["GET", "/callback/google?state=0123456789abcdefghijABCDEFGHIJ01&code=x"],
  ["POST", "/callback/google"],
] as const;
const body = {
  ...alice,
  username: "alice",
  displayUsername: "A",
  image: "https://x.io/a.png",
  callbackURL: "/",
  rememberMe: true,
  provider: "google",
  scopes: ["email"],
  loginHint: "alice",
};
async function answerTo({ auth }: App, request: Request): Promise<Answer> {
  return readAnswer(await auth.handler(request));
}

describe("two thousand mutated requests", () => {
  const statuses = new Set<number>();

  test.each([1, 2, 3, 4])("are all answered, without an unexpected error: run %i", async (seed) => {
    const app = openApp();
    const browser = app.browser();
    await browser.post("/sign-up/email", { ...alice, username: "alice" });
    const dice = createDice(seed);
    for (let count = 0; count < 500; count += 1) {
      const [method, path] = dice.pick(routes);
      const request = mutateRequest(dice, { method, path, body, cookie: browser.cookieHeader() });
      const answer = await answerTo(app, request);
      expect(answer.status, `${request.method} ${request.url} (number ${count})`).toBeLessThan(500);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      statuses.add(answer.status);
    }
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
    expect((await browser.get("/ok")).text).toBe('{"ok":true}');
  });

  // If all requests failed for a single reason, the runs would prove little. A single run may be without a taken name.
  test("fail for each reason, and succeed", () => {
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 405, 415, 422]));
  });
});
