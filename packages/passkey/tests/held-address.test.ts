import { userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { expect, test } from "vitest";
import { passkeyModel } from "../src/models.js";
import { open, password } from "./fixture.ts";

/** Passkeys of a user who has changed the address, and not confirmed the new address (decision 0077). */

const typo = "ann@exmaple.com";
const old = "ann@example.com";

test.each([false, true])(
  "an undo ends a passkey from since the change, and keeps an older one: %s",
  async (isRequired) => {
    const emailAndPassword = { requireEmailVerification: isRequired };
    const fixture = open({ config: { user: { changeEmail: { enabled: true } }, emailAndPassword } });
    const { client, browser } = fixture.visit();
    await client.signUp.email({ name: "Ann", email: old, password });
    await browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "verify-email" })));
    await client.signIn.email({ email: old, password });
    const [older, newer] = [createAuthenticator(), createAuthenticator()];
    expect((await fixture.add(client, older)).error).toBe(null);
    await fixture.mailbox.waitFor(old, { kind: "passkey.added" });
    fixture.clock.forward({ seconds: 2 });
    await client.changeEmail({ newEmail: typo });
    await browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "confirm-email-change" })));
    fixture.clock.forward({ seconds: 2 });
    expect((await fixture.add(client, newer)).error).toBe(null);
    for (const address of [old, typo]) await fixture.mailbox.waitFor(address, { kind: "passkey.added" });
    // The held address satisfies requireEmailVerification.
    expect((await fixture.signInWith(fixture.visit().client, newer)).error).toBe(null);

    await fixture.visit().browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "email-changed" })));
    expect(await fixture.db.exists(userModel, { email: old, emailVerified: true })).toBe(true);
    expect((await fixture.signInWith(fixture.visit().client, newer)).error?.status).toBe(401);
    expect((await fixture.signInWith(fixture.visit().client, older)).error).toBe(null);
  },
);

test("an undo ends a passkey from since the change, also of a user with more passkeys than a list shows", async () => {
  const fixture = open({ config: { user: { changeEmail: { enabled: true } } } });
  const { client, browser, user } = await fixture.signUp(old, { password });
  await browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "verify-email" })));
  const insert = (name: string, count: number) =>
    fixture.db.transactionOn(userModel, user.id, async (tx, locked) => {
      const rows = Array.from({ length: count }, (_, at) => ({
        publicKey: "cG9zdA==",
        counter: 0,
        deviceType: "singleDevice",
        backedUp: false,
        // In the order of the ids the later passkey is the last.
        id: `${name}-${String(at).padStart(4, "0")}`,
        credentialID: `${name}-${at}`,
        userId: user.id,
        createdAt: fixture.clock.now(),
      }));
      await tx.insertMany?.(passkeyModel, rows, locked);
    });
  await insert("a-older", 510);
  fixture.clock.forward({ seconds: 2 });
  await client.changeEmail({ newEmail: typo });
  await browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "confirm-email-change" })));
  fixture.clock.forward({ seconds: 2 });
  await insert("b-later", 1);
  await fixture.visit().browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "email-changed" })));
  expect(await fixture.db.count(passkeyModel, { userId: user.id })).toBe(510);
  expect(await fixture.db.exists(passkeyModel, { id: "b-later-0000" })).toBe(false);
});

test.each([false, true])("a sign-up with a held address is a sign-up with a taken one: %s", async (isConcealed) => {
  const emailAndPassword = { requireEmailVerification: isConcealed };
  const fixture = open({
    options: { signUp: true },
    config: { user: { changeEmail: { enabled: true } }, emailAndPassword },
  });
  const { client, browser } = fixture.visit();
  await client.signUp.email({ name: "Ann", email: old, password });
  await browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "verify-email" })));
  await client.signIn.email({ email: old, password });
  await client.changeEmail({ newEmail: typo });
  await browser.follow(linkIn(await fixture.mailbox.waitFor(old, { kind: "confirm-email-change" })));
  const visitor = fixture.visit();
  const { data } = await visitor.client.passkey.signUpOptions({ name: "Mallory", email: old });
  const response = data && createAuthenticator().register(data);
  const { error } = await visitor.client.passkey.signUp({ response: response as NonNullable<typeof response> });
  expect(error?.code ?? null).toBe(isConcealed ? null : "USER_ALREADY_EXISTS");
  expect(await fixture.db.count(userModel, { name: "Mallory" })).toBe(0);
});
