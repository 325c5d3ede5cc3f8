import { memory } from "@keyhold/adapter-memory";
import { startsWith, verificationModel } from "@keyhold/core/plugin";
import { createClock, memoryStorage } from "@keyhold/testing";
import { intercept } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { openCompany, openOrganizations } from "./fixture.ts";
import { invitationEmails, invite, nextEmail, signUpVerified } from "./invited.ts";

describe("The link of an invitation, which verifies an email address,", () => {
  test("resolves the duplicate sign-up, so that no later verification removes the password", async () => {
    const database = memory();
    const company = await openCompany({}, { database });
    const { fixture } = company;
    const dan = await fixture.signUp("dan@example.com");
    // The app has started to require verification, and an attacker signs up with the address.
    const asking = openOrganizations({}, { database, emailAndPassword: { requireEmailVerification: true } });
    const eve = { email: "dan@example.com", name: "Eve", password: "a password of somebody else" };
    expect((await asking.browser.post("/sign-up/email", eve)).status).toBe(200);
    await asking.auth.idle();
    const recordDuplicateSignUp = () => fixture.db.find(verificationModel, { identifier: startsWith("contested:") });
    expect(await recordDuplicateSignUp()).not.toBe(null);
    await invite(company);
    const { token } = await nextEmail(fixture);
    expect((await dan.client.organization.acceptInvitation({ token })).error).toBe(null);
    expect(await recordDuplicateSignUp()).toBe(null);
    const { error } = await asking.client.signIn.email({ email: "dan@example.com", password: dan.password });
    expect(error).toBe(null);
  });

  test("is visible in every session of the user, with every session cache", async () => {
    const clock = createClock();
    const secondaryStorage = memoryStorage({ now: clock.now });
    const company = await openCompany({}, { secondaryStorage, now: clock.now });
    const { fixture } = company;
    const dan = await fixture.signUp("dan@example.com");
    const phone = fixture.visit();
    await phone.client.signIn.email({ email: "dan@example.com", password: dan.password });
    await invite(company);
    const { token } = await nextEmail(fixture);
    // No session cache entry is written for two minutes after a change.
    clock.forward({ minutes: 3 });
    const isVerified = async () => {
      const { data } = await phone.client.getSession();
      await fixture.auth.idle();
      return data?.user.emailVerified;
    };
    expect(await isVerified()).toBe(false);
    await dan.client.organization.acceptInvitation({ token });
    expect(await isVerified()).toBe(true);
  });
});

test("a user who is not the recipient cannot run the app's functions", async () => {
  const asked: string[] = [];
  const membershipLimit = ({ slug }: { readonly slug: string }): number => asked.push(slug) && 100;
  const company = await openCompany({ membershipLimit });
  const { fixture, outsider } = company;
  const { id: invitationId } = await invite(company);
  const { token } = await nextEmail(fixture);
  const unverified = await fixture.signUp("dan@example.com");
  for (const [person, name] of [
    [outsider, { invitationId }],
    [outsider, { token }],
    [unverified, { invitationId }],
  ] as const)
    expect((await person.client.organization.acceptInvitation(name)).error?.status).toBe(403);
  expect(asked).toEqual([]);
  expect((await unverified.client.organization.acceptInvitation({ token })).error).toBe(null);
  expect(asked).toEqual(["acme"]);
});

test("an invitation canceled while its email is prepared is not sent", async () => {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const database = intercept(memory(), {
    async verb({ verb, model, isInTransaction }, run) {
      // The sender of the email reads the recipient outside of any transaction, and is the only caller to do so.
      const due = verb === "find" && model === "user" && !isInTransaction ? meanwhile : null;
      if (due) meanwhile = null;
      await due?.();
      return run();
    },
  });
  const company = await openCompany({}, { database });
  const { fixture, owner, organizationId } = company;
  await signUpVerified(fixture);
  meanwhile = async () => {
    const [waiting] = (await owner.client.organization.listInvitations({ organizationId })).data ?? [];
    await owner.client.organization.cancelInvitation({ invitationId: waiting?.id ?? "" });
  };
  await invite(company);
  expect(await invitationEmails(fixture)).toEqual([]);
  expect(meanwhile).toBe(null);
  expect(fixture.logged).toEqual([]);
});
