import { memory } from "@keyhold/adapter-memory";
import { userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { intercept } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { accountAt, accountsOf, ann, come, type Fixture, openFixture, plantAccount } from "./fixture.ts";
import { interrupted } from "./interrupted.ts";

const idp = useIdentityProvider();

const userAt = async (fixture: Fixture, at: Pick<Fixture, "client"> = fixture) =>
  (await at.client.getSession()).data?.user ?? null;
const users = ({ db }: Fixture): Promise<number> => db.count(userModel, {});

/** Signs in another user in another browser. */
async function comeElsewhere(fixture: Fixture, coming: Parameters<typeof come>[2]) {
  const at = fixture.visit();
  const { error } = await come(idp(), fixture, { ...coming, at });
  return { error, user: await userAt(fixture, at) };
}

/** Ann, with a verified email address and a password. */
async function signUpVerified(fixture: Fixture, email: string = ann.email) {
  const person = await fixture.signUp(email);
  await person.browser.follow(linkIn(await fixture.mailbox.waitFor(email, { kind: "verify-email" })));
  return person;
}

describe("an identity is a provider and the provider's id:", () => {
  test("the same id at another provider is another user", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture);
    const first = await userAt(fixture);
    const bob = { ...ann, email: "bob@example.com", name: "Bob" };
    const other = await comeElsewhere(fixture, { as: bob, provider: "example" });
    expect(other.user).toMatchObject({ email: bob.email });
    expect(other.user?.id).not.toBe(first?.id);
    expect(await accountAt(fixture, "google")).toMatchObject({ userId: first?.id });
    expect(await accountAt(fixture, "example")).toMatchObject({ userId: other.user?.id });
  });

  test("the same id in other case is another user", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture, { as: { ...ann, subject: "aBc" } });
    const bob = { ...ann, subject: "AbC", email: "bob@example.com" };
    expect((await comeElsewhere(fixture, { as: bob })).user).toMatchObject({ email: bob.email });
    expect(await users(fixture)).toBe(2);
  });

  test("another id with the same verified email address is another account of the user", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture);
    const first = await userAt(fixture);
    const before = await accountAt(fixture, "google");
    const second = await comeElsewhere(fixture, { as: { ...ann, subject: "119" } });
    expect(second.user?.id).toBe(first?.id);
    expect((await accountsOf(fixture, first?.id ?? "")).map(({ accountId }) => accountId).sort()).toEqual([
      "118",
      "119",
    ]);
    expect(await accountAt(fixture, "google")).toEqual(before);
  });

  test("another id with the same unverified email address is rejected", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture);
    const before = await accountAt(fixture, "google");
    const second = await comeElsewhere(fixture, { as: { ...ann, subject: "119", emailVerified: false } });
    expect(second).toEqual({ error: "account_not_linked", user: null });
    expect(await accountAt(fixture, "google")).toEqual(before);
  });

  test("another email address at the provider is the same user, who keeps the stored address", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture);
    const first = await userAt(fixture);
    for (const emailVerified of [true, false]) {
      const again = await comeElsewhere(fixture, { as: { ...ann, email: "ann@new.example", emailVerified } });
      expect(again.user).toMatchObject({ id: first?.id, email: ann.email, emailVerified: true });
    }
    expect(await users(fixture)).toBe(1);
  });

  test("an email address of another user at the provider signs in to the identity's own user", async () => {
    const fixture = openFixture(idp());
    await signUpVerified(fixture, "bob@example.com");
    await come(idp(), fixture);
    const again = await comeElsewhere(fixture, { as: { ...ann, email: "bob@example.com" } });
    expect(again.user).toMatchObject({ email: ann.email });
  });

  test("an email address that its owner changed here is not changed back, nor verified by the old one", async () => {
    const fixture = openFixture(idp());
    await come(idp(), fixture);
    const { id } = (await userAt(fixture)) ?? { id: "" };
    await fixture.db.update(userModel, id, { email: "moved@example.com", emailVerified: false });
    const again = await comeElsewhere(fixture, {});
    expect(again.user).toMatchObject({ id, email: "moved@example.com", emailVerified: false });
    expect(await users(fixture)).toBe(1);
  });

  test("an identity that was unlinked is linked again by the email address", async () => {
    const fixture = openFixture(idp());
    const { user, client } = await signUpVerified(fixture);
    await comeElsewhere(fixture, {});
    expect((await client.unlinkAccount({ providerId: "google" })).data).toEqual({ status: true });
    expect((await comeElsewhere(fixture, {})).user?.id).toBe(user.id);
  });

  test("an identity of a deleted user signs up a new user", async () => {
    const fixture = openFixture(idp(), { config: { user: { deleteUser: { enabled: true, confirmByMail: false } } } });
    await come(idp(), fixture);
    const first = await userAt(fixture);
    expect((await fixture.browser.post("/delete-user", {})).status).toBe(200);
    expect(await users(fixture)).toBe(0);
    expect((await comeElsewhere(fixture, {})).user?.id).not.toBe(first?.id);
    expect(await users(fixture)).toBe(1);
  });
});

describe("a change between the read and the write is detected:", () => {
  const byAddress = { verb: "find", model: "user", isInTransaction: false } as const;
  const byIdentity = { verb: "find", model: "account", isInTransaction: false } as const;

  function openPaused() {
    const { database, ...others } = interrupted();
    return { fixture: openFixture(idp(), { config: { database } }), ...others };
  }

  test("an email address that its user changed meanwhile signs up a new user", async () => {
    const { fixture, afterNext, hasHappened } = openPaused();
    const { user } = await signUpVerified(fixture);
    afterNext(byAddress, () => fixture.db.update(userModel, user.id, { email: "moved@example.com" }));
    const arrived = await comeElsewhere(fixture, {});
    expect(hasHappened()).toBe(true);
    expect(arrived.user).toMatchObject({ email: ann.email, name: ann.name });
    expect(arrived.user?.id).not.toBe(user.id);
    expect((await accountsOf(fixture, user.id)).map(({ providerId }) => providerId)).toEqual(["credential"]);
  });

  test("an email address that became unverified meanwhile is verified by the sign-in, which removes earlier credentials", async () => {
    const { fixture, afterNext, hasHappened } = openPaused();
    const { user, client } = await signUpVerified(fixture);
    afterNext(byAddress, () => fixture.db.update(userModel, user.id, { emailVerified: false }));
    expect((await comeElsewhere(fixture, {})).user).toMatchObject({ id: user.id, emailVerified: true });
    expect(hasHappened()).toBe(true);
    expect((await client.getSession()).data).toBe(null);
  });

  test("a user who was deleted meanwhile is replaced by a new user", async () => {
    const { fixture, afterNext, hasHappened } = openPaused();
    const { user } = await signUpVerified(fixture);
    afterNext(byAddress, () => fixture.db.remove(userModel, { id: user.id }));
    const arrived = await comeElsewhere(fixture, {});
    expect(hasHappened()).toBe(true);
    expect(arrived.user?.id).not.toBe(user.id);
    expect(arrived.user).toMatchObject({ email: ann.email });
  });

  test("an email address of a sign-up meanwhile belongs to that user, and is unverified", async () => {
    const { fixture, afterNext, hasHappened } = openPaused();
    const others: string[] = [];
    afterNext(byAddress, async () => others.push((await fixture.signUp(ann.email)).user.id));
    const arrived = await comeElsewhere(fixture, {});
    expect(hasHappened()).toBe(true);
    expect(arrived.user?.id).toBe(others[0]);
    expect((await accountsOf(fixture, others[0] ?? "")).map(({ providerId }) => providerId)).toEqual(["google"]);
  });

  test("an identity that was linked meanwhile signs in to that user only", async () => {
    const { fixture, afterNext, hasHappened } = openPaused();
    const { user } = await signUpVerified(fixture);
    const bob = await fixture.signUp("bob@example.com");
    afterNext(byAddress, () => plantAccount(fixture, bob.user.id, { providerId: "google", accountId: ann.subject }));
    expect((await comeElsewhere(fixture, {})).user?.id).toBe(bob.user.id);
    expect(hasHappened()).toBe(true);
    expect((await accountsOf(fixture, user.id)).map(({ providerId }) => providerId)).toEqual(["credential"]);
  });

  test("an identity that was unlinked meanwhile does not sign in to its previous user", async () => {
    const { fixture, afterNext, hasHappened } = openPaused();
    const bob = await fixture.signUp("bob@example.com");
    await plantAccount(fixture, bob.user.id, { providerId: "google", accountId: ann.subject });
    afterNext(byIdentity, () => bob.client.unlinkAccount({ providerId: "google" }));
    const arrived = await comeElsewhere(fixture, {});
    expect(hasHappened()).toBe(true);
    expect(arrived.user).toMatchObject({ email: ann.email });
    expect(arrived.user?.id).not.toBe(bob.user.id);
  });

  test("an identity that moved to another user meanwhile signs in to the new one", async () => {
    const { fixture, afterNext, hasHappened } = openPaused();
    const [bob, carol] = [await fixture.signUp("bob@example.com"), await fixture.signUp("carol@example.com")];
    const name = { providerId: "google", accountId: ann.subject };
    await plantAccount(fixture, bob.user.id, name);
    afterNext(byIdentity, async () => {
      await bob.client.unlinkAccount({ providerId: "google" });
      await plantAccount(fixture, carol.user.id, name);
    });
    expect((await comeElsewhere(fixture, {})).user?.id).toBe(carol.user.id);
    expect(hasHappened()).toBe(true);
  });

  test("a user with a generated email address is signed in, though another browser signs up meanwhile", async () => {
    const { database, afterNext, hasHappened } = interrupted();
    const mapProfileToUser = ({ sub }: { readonly sub: string }) => ({ email: `${sub}@made-up.example` });
    const fixture = openFixture(idp(), { config: { database }, google: { mapProfileToUser } });
    const as = { ...ann, email: null };
    afterNext(byIdentity, () => comeElsewhere(fixture, { as }));
    const arrived = await comeElsewhere(fixture, { as });
    expect(hasHappened()).toBe(true);
    expect(arrived).toMatchObject({ error: null, user: { email: "118@made-up.example" } });
    expect(await users(fixture)).toBe(1);
  });

  test("a sign-in with a change at every try fails, and writes no row", async () => {
    let made = 0;
    const database = intercept(memory(), {
      async verb(call, run) {
        const answer = await run();
        if (call.verb === "find" && call.model === "user" && !call.isInTransaction && answer !== null) {
          made += 1;
          await fixture.db.update(userModel, (answer as { id: string }).id, { email: `moved${made}@example.com` });
          await fixture.signUp(ann.email);
        }
        return answer;
      },
    });
    const fixture = openFixture(idp(), { config: { database } });
    await fixture.signUp(ann.email);
    expect(await comeElsewhere(fixture, {})).toEqual({ error: "unable_to_create_user", user: null });
    expect(made).toBeGreaterThan(1);
    expect(await fixture.db.exists(userModel, { name: ann.name })).toBe(false);
  });
});
