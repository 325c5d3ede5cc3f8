import { userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { expect, test } from "vitest";
import { open } from "./fixture.ts";

/** Links of emails from before, in a session that may only enrol again. */

async function recovered() {
  const user = { changeEmail: { enabled: true }, deleteUser: { enabled: true, confirmByMail: true } };
  const fixture = open({ config: { user } });
  const ada = await fixture.enrol("ada");
  await fixture.db.update(userModel, ada.user.id, { emailVerified: true });
  await ada.client.changeEmail({ newEmail: "new@example.com" });
  const change = await fixture.mailbox.waitFor(ada.email, { kind: "confirm-email-change" });
  await ada.client.deleteUser({});
  const deletion = await fixture.mailbox.waitFor(ada.email, { kind: "delete-account" });
  const { client, browser } = await fixture.begin(ada.email);
  expect((await client.twoFactor.verifyBackupCode({ code: ada.backupCodes[0] ?? "" })).error).toBe(null);
  const present = () => fixture.userOf(ada.user.id);
  return { ...fixture, ada, change, deletion, browser, present };
}

/** The path of a redirect, with the query. */
function whereOf({ status, headers }: Response): string {
  expect(status).toBe(302);
  const { pathname, search } = new URL(headers.get("location") ?? "");
  return pathname + search;
}

test("a session after a backup code changes no address, by a script or by the link", async () => {
  const { ada, change, browser, present } = await recovered();
  const answer = await browser.post("/verify-email", { token: change.token });
  expect([answer.status, (await answer.json()).code]).toEqual([403, "STEP_UP_REQUIRED"]);
  expect(whereOf(await browser.follow(linkIn(change)))).toBe("/api/auth/error?error=step_up_required");
  expect(await present()).toMatchObject({ email: ada.email });
  expect((await ada.browser.post("/verify-email", { token: change.token })).status).toBe(200);
  expect(await present()).toMatchObject({ email: "new@example.com" });
});

test("a session after a backup code deletes no user, by a script or by the link", async () => {
  const { ada, deletion, browser, present } = await recovered();
  const answer = await browser.post("/delete-user/callback", { token: deletion.token });
  expect([answer.status, (await answer.json()).code]).toEqual([403, "STEP_UP_REQUIRED"]);
  expect(whereOf(await browser.follow(linkIn(deletion)))).toBe("/api/auth/error?error=step_up_required");
  expect(await present()).toMatchObject({ email: ada.email });
  expect((await ada.browser.post("/delete-user/callback", { token: deletion.token })).status).toBe(200);
  expect(await present()).toBe(null);
});
