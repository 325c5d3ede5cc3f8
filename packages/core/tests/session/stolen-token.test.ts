import { beforeEach, describe, expect, test } from "vitest";
import {
  alice,
  countRows,
  home,
  password,
  sessionModel,
  sessionsOf,
  userByEmail,
} from "../../../../tests/harness/app.ts";
import type { Answer } from "../../../../tests/harness/browser.ts";
import { TokenClient } from "../../../../tests/harness/token-client.ts";
import { type MailApp, newest, openMailApp, pathIn, prove } from "../emails.js";

const day = 86_400;
const newPassword = "another password";

let app: MailApp;
let owner: TokenClient;
let thief: TokenClient;

beforeEach(async () => {
  app = openMailApp({ session: { bearer: true } });
  owner = new TokenClient(app.auth.handler, home);
  await owner.post("/sign-up/email", alice);
  app.wait(2 * day);
  thief = owner.copy();
});

/** The thief has a token that the prolongation has brought, and has used it. */
async function prolongFirst(): Promise<void> {
  await thief.get("/get-session");
  await thief.get("/get-session");
  expect(thief.token).not.toBe(owner.token);
}
const changeEmail = (by: TokenClient): Promise<Answer> => by.post("/change-email", { newEmail: "new@example.com" });
const steps: readonly [string, object][] = [
  ["/step-up/password", { password }],
  ["/change-password", { currentPassword: password, newPassword }],
  ["/change-password", { currentPassword: password, newPassword, revokeOtherSessions: false }],
];

describe("a replaced token whose successor was used", () => {
  test.each(steps)("gives no proof to the holder of the newer token, and POST %s is 401: %j", async (path, body) => {
    await prolongFirst();
    const [before] = await sessionsOf(app, (await userByEmail(app)).id);
    const answer = await owner.post(path, body);
    expect([answer.status, answer.body?.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(answer.headers.has("set-auth-token")).toBe(false);
    expect((await changeEmail(thief)).body?.code).toBe("SESSION_IS_NOT_FRESH");
    expect(await app.db.find(sessionModel, { id: before?.id ?? "" })).toEqual(before);
  });

  test("changes no password", async () => {
    await prolongFirst();
    await owner.post("/change-password", { currentPassword: password, newPassword });
    await app.auth.idle();
    expect(app.events.map(({ type }) => type)).not.toContain("password.changed");
    const again = new TokenClient(app.auth.handler, home);
    expect((await again.post("/sign-in/email", { email: alice.email, password: newPassword })).status).toBe(401);
    expect((await again.post("/sign-in/email", alice)).status).toBe(200);
  });

  test("changes no address by the link of an email", async () => {
    await prove(app, alice.email);
    await owner.post("/step-up/password", { password });
    const behind = owner.copy();
    expect((await changeEmail(owner)).status).toBe(200);
    const path = pathIn(await newest(app, "confirm-email-change"));
    await owner.post("/step-up/password", { password });
    await owner.get("/get-session");
    expect((await behind.get(path)).status).toBe(401);
    expect((await userByEmail(app)).email).toBe(alice.email);
    expect((await owner.get(path)).status).toBeLessThan(400);
    expect((await userByEmail(app, "new@example.com")).emailVerified).toBe(false);
  });

  test("still reads, and makes changes that need no proof", async () => {
    await prolongFirst();
    expect((await owner.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
    expect((await owner.post("/update-user", { name: "Ada" })).status).toBe(200);
  });
});

describe("a replaced token whose successor was not used", () => {
  test.each(steps)("gets a new token by POST %s, and the successor gets no proof: %j", async (path, body) => {
    await thief.get("/get-session");
    expect((await owner.post(path, body)).status).toBe(200);
    expect((await changeEmail(thief)).body?.code).toBe("SESSION_IS_NOT_FRESH");
    expect((await owner.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
    expect(await countRows(app)).toMatchObject({ sessions: 1 });
  });

  test("gets a new token also if the session was read before the replacement", async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => owner.copy().post("/step-up/password", { password })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const tokens = answers.map(({ headers }) => headers.get("set-auth-token") ?? "");
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) {
      owner.token = token;
      expect((await owner.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
    }
  });
});

describe("a further token, which a lost answer has brought,", () => {
  /** Two answers have arrived in the other order: the app has the token of the first. */
  async function holdFurther(): Promise<void> {
    const second = owner.copy();
    await owner.post("/step-up/password", { password });
    await second.post("/step-up/password", { password });
  }

  test("is kept once more after a further replacement within a minute", async () => {
    await holdFurther();
    const further = owner.copy();
    expect((await owner.post("/step-up/password", { password })).status).toBe(200);
    expect((await owner.post("/step-up/password", { password })).status).toBe(200);
    expect((await further.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
    app.wait(61);
    expect((await further.get("/get-session")).text).toBe("null");
    expect((await owner.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });
});
