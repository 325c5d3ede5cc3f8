import { accountModel, userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { beforeEach, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ann, come, development, type Fixture, openFixture, whoIs } from "./fixture.ts";

/** Decision 0077: which identities link to a user who has changed the address, and not confirmed the new address. */

const typo = "ann@exmaple.com";
const password = "the password of Ann";
const idp = useIdentityProvider();

let fixture: Fixture;
let owner: ReturnType<Fixture["visit"]>;

async function open(requireEmailVerification = false): Promise<void> {
  fixture = openFixture(idp(), {
    config: {
      baseURL: development,
      emailAndPassword: { requireEmailVerification },
      user: { changeEmail: { enabled: true } },
    },
  });
  owner = fixture.visit();
  await owner.browser.post("/sign-up/email", { name: "Ann", email: ann.email, password });
  fixture.clock.forward({ minutes: 1 });
  await owner.browser.follow(linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "verify-email" })));
  await owner.browser.post("/sign-in/email", { email: ann.email, password });
  // The password is from before the change.
  fixture.clock.forward({ minutes: 1 });
  await owner.browser.post("/change-email", { newEmail: typo });
  await owner.browser.follow(linkIn(await fixture.mailbox.waitFor(ann.email, { kind: "confirm-email-change" })));
  expect(await fixture.db.exists(userModel, { email: typo })).toBe(true);
  fixture.clock.forward({ minutes: 1 });
}

beforeEach(() => open());

const signsIn = async (email: string): Promise<boolean> =>
  (await fixture.visit().browser.post("/sign-in/email", { email, password })).ok;
const identities = (): Promise<number> => fixture.db.count(accountModel, { providerId: "google" });

test.each([false, true])("an identity with the new address is not linked, and ends nothing: %s", async (isRequired) => {
  await open(isRequired);
  for (const isVerified of [false, true]) {
    if (isVerified) await fixture.visit().browser.follow(linkIn(await fixture.mailbox.waitFor(typo)));
    const visitor = fixture.visit();
    const { error } = await come(idp(), fixture, { as: { ...ann, email: typo }, at: visitor });
    expect(error).toBe("account_not_linked");
    expect(await whoIs(visitor.browser)).toBe(null);
    expect([await identities(), await signsIn(ann.email), await signsIn(typo)]).toEqual([0, true, true]);
    expect(await whoIs(owner.browser)).toBe(typo);
  }
});

test.each([false, true])("an identity with the held address is linked and signs in: %s", async (isRequired) => {
  await open(isRequired);
  const visitor = fixture.visit();
  const { error } = await come(idp(), fixture, { at: visitor });
  expect(error).toBe(null);
  expect(await whoIs(visitor.browser)).toBe(typo);
  expect([await identities(), await signsIn(ann.email)]).toEqual([1, true]);
});

test("an identity whose provider has not verified the held address is not linked", async () => {
  const { error } = await come(idp(), fixture, { as: { ...ann, emailVerified: false } });
  expect([error, await identities()]).toEqual(["account_not_linked", 0]);
});

test("an identity with an address that was given up is not linked, and makes no user", async () => {
  await owner.browser.follow(linkIn(await fixture.mailbox.waitFor(typo)));
  const { error } = await come(idp(), fixture);
  expect([error, await identities()]).toEqual(["account_not_linked", 0]);
  expect(await fixture.db.exists(userModel, { email: ann.email })).toBe(false);
});

test("a linked identity with the new address confirms it, and ends no other credential", async () => {
  await come(idp(), fixture);
  const visitor = fixture.visit();
  const { error } = await come(idp(), fixture, { as: { ...ann, email: typo }, at: visitor });
  expect(error).toBe(null);
  expect(await fixture.db.exists(userModel, { email: typo, emailVerified: true })).toBe(true);
  expect([await signsIn(typo), await signsIn(ann.email)]).toEqual([true, false]);
});
