import { beforeEach, describe, expect, test } from "vitest";
import { alice, password, sessionModel, userByEmail, userModel } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { addAccount, allRows } from "../../../../tests/harness/rows.ts";
import { kindsTo, type MailApp, openMailApp, prove, signUp } from "../emails.js";

let app: MailApp;
let thief: Browser;
let aliceId: string;

/** An attacker has Alice's session, and holds a request open, whose headers have arrived and were valid. */
beforeEach(async () => {
  app = openMailApp({ emailVerification: { sendOnSignUp: false } });
  thief = await signUp(app, { ...alice, username: "alice" });
  aliceId = (await userByEmail(app)).id;
  await addAccount(app, aliceId, { providerId: "github" });
});

/** Sends the body only after the session has ended. */
async function stall(path: string, body: object): Promise<Answer> {
  const underway: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      await app.db.remove(sessionModel, { userId: aliceId });
      controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
      controller.close();
    },
  };
  // The stream is not read ahead: the body is requested after the session was read.
  return thief.send("POST", path, new ReadableStream(underway, { highWaterMark: 0 }));
}

describe("a request fails without an effect if its session ends before its body has arrived:", () => {
  test.each<[string, object]>([
    ["/update-user", { name: "Mallory" }],
    ["/change-email", { newEmail: "mallory@example.com" }],
    ["/change-password", { currentPassword: password, newPassword: "another password" }],
    ["/unlink-account", { providerId: "github" }],
    ["/delete-user", { password, token: "x" }],
    ["/revoke-session", { id: "x" }],
    ["/revoke-sessions", {}],
    ["/revoke-other-sessions", {}],
  ])("%s", async (path, body) => {
    const before = await allRows(app);
    expectError(await stall(path, body), 401, "UNAUTHORIZED", "Unauthorized");
    expect(await allRows(app)).toEqual({ ...before, sessions: [] });
    expect(await kindsTo(app, alice.email)).toEqual([]);
  });

  test("/change-email, which would write to the current address", async () => {
    await prove(app, alice.email);
    expectError(await stall("/change-email", { newEmail: "mallory@example.com" }), 401, "UNAUTHORIZED", "Unauthorized");
    expect(await kindsTo(app, alice.email)).toEqual([]);
    expect(await app.db.exists(userModel, { email: alice.email })).toBe(true);
  });
});
