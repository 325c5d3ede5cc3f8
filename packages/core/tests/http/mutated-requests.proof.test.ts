import { describe, expect, test } from "vitest";
import { type App, alice, home, openApp } from "../../../../tests/harness/app.ts";
import { type Answer, readAnswer } from "../../../../tests/harness/browser.ts";
import { createDice, type Dice, mutateBytes, mutateJson, mutateText } from "../../../../tests/harness/mutate.ts";

const routes = [
  ["GET", "/ok"],
  ["GET", "/error?error=x"],
  ["GET", "/get-session"],
  ["POST", "/sign-out"],
  ["POST", "/sign-up/email"],
  ["POST", "/sign-in/email"],
  ["POST", "/sign-in/username"],
  ["POST", "/sign-in/social"],
  ["POST", "/link-social"],
  ["GET", "/callback/google?state=0123456789abcdefghijABCDEFGHIJ01&code=x"],
  ["POST", "/callback/google"],
] as const;
const methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "X"];
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
const types = [
  "application/json",
  "text/plain",
  "application/json; charset=utf-8",
  "application/x-www-form-urlencoded",
  "",
];

/** The characters that a header can contain. */
const asHeader = (text: string): string => text.replace(/[^\x20-\x7e\x80-\xff]/g, "?");

function mutateRequest(dice: Dice, cookie: string): Request {
  const [ownMethod, ownPath] = dice.pick(routes);
  const method = dice.chance(0.15) ? dice.pick(methods) : ownMethod;
  const path = dice.chance(0.25) ? mutateText(dice, ownPath) : ownPath;
  const headers = new Headers({ "content-type": dice.chance(0.15) ? dice.pick(types) : "application/json" });
  if (dice.chance(0.7)) headers.set("origin", dice.chance(0.15) ? asHeader(mutateText(dice, home)) : home);
  if (dice.chance(0.6)) headers.set("cookie", dice.chance(0.6) ? asHeader(mutateText(dice, cookie)) : cookie);
  if (dice.chance(0.1))
    headers.set(
      dice.pick(["authorization", "referer", "sec-fetch-site", "user-agent"]),
      asHeader(mutateText(dice, home)),
    );
  const sent = new TextEncoder().encode(JSON.stringify(dice.chance(0.7) ? mutateJson(dice, body) : body));
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(`${home}/api/auth${path}`, { method, headers, body: hasBody ? mutateBytes(dice, sent) : null });
}

async function answerTo({ auth }: App, request: Request): Promise<Answer> {
  return readAnswer(await auth.handler(request));
}

describe("two thousand mutated requests", () => {
  test.each([1, 2, 3, 4])("are all answered, without an unexpected error: run %i", async (seed) => {
    const app = openApp();
    const browser = app.browser();
    await browser.post("/sign-up/email", { ...alice, username: "alice" });
    const dice = createDice(seed);
    const statuses = new Set<number>();
    for (let count = 0; count < 500; count += 1) {
      const request = mutateRequest(dice, browser.cookieHeader());
      const answer = await answerTo(app, request);
      expect(answer.status, `${request.method} ${request.url} (number ${count})`).toBeLessThan(500);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      statuses.add(answer.status);
    }
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
    expect((await browser.get("/ok")).text).toBe('{"ok":true}');
    // If all requests failed for a single reason, the test would prove little.
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 405, 415, 422]));
  });
});
