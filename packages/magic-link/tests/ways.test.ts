import { userModel } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { asBrowser, email, open } from "./fixture.ts";

test("a user with a verified address removes the last account, and signs in by a link afterwards", async () => {
  const fixture = open();
  const { client, user } = await fixture.signUp(email);
  expect((await client.unlinkAccount({ providerId: "credential" })).error).toMatchObject({
    code: "YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT",
  });
  await fixture.db.update(userModel, user.id, { emailVerified: true });
  expect((await client.unlinkAccount({ providerId: "credential" })).error).toBe(null);
  const visit = fixture.visit();
  await visit.browser.fetch(await fixture.ask(visit), asBrowser);
  expect((await visit.client.getSession()).data?.user.id).toBe(user.id);
});
