import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp, passwordHashOf, userByEmail } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { addAccount } from "../../../../tests/harness/rows.ts";

let app: App;
let browser: Browser;
let aliceId: string;

beforeEach(async () => {
  app = openApp();
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
  aliceId = (await userByEmail(app)).id;
});

const credential = () => ({
  id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
  provider: "credential",
  providerId: "credential",
  accountId: aliceId,
  userId: aliceId,
  scopes: [],
  createdAt: "2026-01-05T12:00:00.000Z",
  updatedAt: "2026-01-05T12:00:00.000Z",
});

describe("the list of accounts", () => {
  test("has a password, for a user who signed up with one", async () => {
    const answer = await browser.get("/list-accounts");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([credential()]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.cookies).toEqual([]);
  });

  test("is ordered by age, without secrets", async () => {
    app.wait(60);
    const secrets = { accessToken: "SENTINEL-1", refreshToken: "SENTINEL-2", idToken: "SENTINEL-3" };
    const dates = { accessTokenExpiresAt: app.now(), refreshTokenExpiresAt: app.now() };
    const id = await addAccount(app, aliceId, {
      providerId: "github",
      scope: "read:user,user:email",
      ...secrets,
      ...dates,
    });
    const answer = await browser.get("/list-accounts");
    expect(answer.body).toEqual([
      credential(),
      {
        id,
        provider: "github",
        providerId: "github",
        accountId: "4242",
        userId: aliceId,
        scopes: ["read:user", "user:email"],
        createdAt: "2026-01-05T12:01:00.000Z",
        updatedAt: "2026-01-05T12:01:00.000Z",
      },
    ]);
    expect(answer.text).not.toContain("SENTINEL");
    expect(answer.text).not.toContain(await passwordHashOf(app, aliceId));
  });

  test.each<[string | null, readonly string[]]>([
    [null, []],
    ["", []],
    ["openid", ["openid"]],
    ["openid, email,,profile ,", ["openid", "email", "profile"]],
  ])("has the scopes %j as %j", async (scope, scopes) => {
    app.wait(60);
    await addAccount(app, aliceId, { providerId: "google", scope });
    expect((await browser.get("/list-accounts")).body).toMatchObject([{}, { scopes }]);
  });

  test("has the caller's only", async () => {
    const bob = app.browser();
    await bob.post("/sign-up/email", { ...alice, email: "bob@example.com" });
    await addAccount(app, aliceId, { providerId: "github" });
    const bobId = (await userByEmail(app, "bob@example.com")).id;
    expect((await bob.get(`/list-accounts?userId=${aliceId}`)).body).toMatchObject([{ userId: bobId }]);
    expect((await bob.get("/list-accounts")).text).not.toContain(aliceId);
  });

  test("needs no fresh session", async () => {
    app.wait(3 * 86_400);
    expect((await browser.get("/list-accounts")).body).toHaveLength(1);
  });

  test("needs a session", async () => {
    expectError(await app.browser().get("/list-accounts"), 401, "UNAUTHORIZED", "Unauthorized");
  });
});
