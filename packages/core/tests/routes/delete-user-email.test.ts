import { linkIn, type Mailbox } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, home, replacePasswordHash, userModel } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { allRows, noRows, unchangedRows } from "../../../../tests/harness/rows.ts";
import { askForLink, expectDeleted, openDeletion, tokenIn } from "../deletion.js";

const day = 86_400;
const bob = { ...alice, name: "Bob", email: "bob@example.com" };
const { password } = alice;
const invalidToken = [404, "INVALID_TOKEN", "invalid token"] as const;
const notFresh = [
  400,
  "SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION",
  "Session expired. Re-authenticate to perform this action.",
] as const;

let app: App;
let mailbox: Mailbox;
let browser: Browser;
let aliceId: string;

async function open(...how: Parameters<typeof openDeletion>) {
  ({ app, mailbox, browser, aliceId } = await openDeletion(...how));
}

beforeEach(() => open());

const remove = (body: unknown = {}, asked = browser) => asked.post("/delete-user", body);
const unchanged = <T>(run: () => Promise<T>) => unchangedRows(app, run);

const askForToken = async () => tokenIn(await askForLink({ mailbox, browser }));

describe("if an email confirms it", () => {
  beforeEach(() => open({}, true));

  test("the email goes to the stored address, and no user is deleted yet", async () => {
    app.events.length = 0;
    const answer = await unchanged(() => remove({ email: "mallory@example.com", to: "mallory@example.com" }));
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { success: true, message: "Verification email sent" },
    });
    expect(answer.cookies).toEqual([]);
    const message = await mailbox.waitFor(alice.email);
    await app.auth.idle();
    expect(mailbox.messages).toHaveLength(1);
    expect(message).toMatchObject({
      kind: "delete-account",
      to: alice.email,
      user: { id: aliceId, name: "Alice" },
      token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      expiresInSeconds: day,
    });
    expect(linkIn(message).href).toBe(
      `${home}/api/auth/delete-user/callback?token=${"token" in message && message.token}`,
    );
    expect(app.events).toEqual([
      { type: "user.deletion-requested", user: expect.objectContaining({ id: aliceId, email: alice.email }) },
    ]);
  });

  test.each(["/bye", "/bye?a=b&token=ATTACKER#end", "/grüße"])(
    "its link redirects to %s, unchanged",
    async (callbackURL) => {
      await remove({ callbackURL });
      const link = linkIn(await mailbox.waitFor(alice.email));
      expect([...link.searchParams.keys()]).toEqual(["token", "callbackURL"]);
      const onward = new URL(link.searchParams.get("callbackURL") ?? "", home);
      expect(onward.href).toBe(new URL(callbackURL, home).href);
    },
  );

  test("it is sent after the right password, too", async () => {
    const answer = await unchanged(() => remove({ password }));
    expect(answer.body).toMatchObject({ message: "Verification email sent" });
  });

  test("it is not sent after a wrong password, or for an untrusted callbackURL", async () => {
    await unchanged(() => remove({ password: "bad" }));
    await unchanged(() => remove({ callbackURL: "https://evil.example" }));
    await app.auth.idle();
    expect(mailbox.messages).toEqual([]);
  });

  test("its token deletes its user", async () => {
    expectDeleted(await remove({ token: await askForToken() }));
    expect(await allRows(app)).toEqual(noRows);
  });

  test("its token is valid in an old session with a password only, and is not used up before", async () => {
    await open({ user: { deleteUser: { enabled: true, tokenExpiresInSeconds: 7 * day } } });
    const token = await askForToken();
    app.wait(day + 1);
    await browser.get("/get-session");
    expectError(await unchanged(() => remove({ token })), ...notFresh);
    expectError(await unchanged(() => remove({ token, password: "bad" })), 400, "INVALID_PASSWORD", "Invalid password");
    expectDeleted(await remove({ token, password }));
  });

  test("its token deletes no other user, and stays valid", async () => {
    const other = app.browser();
    await other.post("/sign-up/email", bob);
    const token = await askForToken();
    expectError(await unchanged(() => remove({ token }, other)), ...invalidToken);
    expectDeleted(await remove({ token }));
    expect((await allRows(app)).users).toMatchObject([{ email: bob.email }]);
  });

  test("its token expires after a day", async () => {
    await open({ session: { freshAgeSeconds: 0, updateAgeSeconds: 7 * day } }, true);
    const [first, second] = [await askForToken(), await askForToken()];
    app.wait(day - 1);
    app.wait(1);
    expectError(await unchanged(() => remove({ token: first })), ...invalidToken);
    app.wait(-1);
    expectDeleted(await remove({ token: second }));
  });

  test.each(["", "x", "a".repeat(32), "a".repeat(60_000), "é".repeat(32), "%"])(
    "an invalid token has no effect: %j",
    async (token) => {
      expectError(await unchanged(() => remove({ token })), ...invalidToken);
    },
  );

  test("its token becomes invalid if the password changes", async () => {
    const token = await askForToken();
    await replacePasswordHash(app, aliceId, "another hash");
    expectError(await unchanged(() => remove({ token })), ...invalidToken);
  });

  test("its token becomes invalid if the address changes", async () => {
    const token = await askForToken();
    await app.db.update(userModel, aliceId, { email: "new@example.com" });
    expectError(await unchanged(() => remove({ token })), ...invalidToken);
  });
});
