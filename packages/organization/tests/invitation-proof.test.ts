import { memory } from "@keyhold/adapter-memory";
import { userModel } from "@keyhold/core/plugin";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { linkIn } from "@keyhold/testing";
import { intercept } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { type Company, openCompany, type Person } from "./fixture.ts";
import { invite, nextEmail, signUpVerified, statusOf } from "./invited.ts";

const unverified = { code: "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION", status: 403 };
const isVerified = async ({ client }: Person) => (await client.getSession()).data?.user.emailVerified;

// Security 1, row 16.
describe("Somebody who signed up with an address and has not proven it", () => {
  test("neither sees nor takes what was sent to it", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const eve = await fixture.signUp("dan@example.com");
    const { id } = await invite(company);
    const { organization } = eve.client;
    expect((await organization.acceptInvitation({ invitationId: id })).error).toMatchObject(unverified);
    expect((await organization.rejectInvitation({ invitationId: id })).error).toMatchObject(unverified);
    expect((await organization.getInvitation({ id })).error).toMatchObject(unverified);
    expect((await organization.listUserInvitations()).error).toMatchObject(unverified);
    expect(await statusOf(fixture, id)).toBe("pending");
  });

  test("takes it once the address is proven by its own letter", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const dan = await fixture.signUp("dan@example.com");
    const { id } = await invite(company);
    await dan.browser.follow(linkIn(await fixture.mailbox.waitFor("dan@example.com", { kind: "verify-email" })));
    expect((await dan.client.organization.listUserInvitations()).data).toMatchObject([{ id }]);
    expect((await dan.client.organization.acceptInvitation({ invitationId: id })).error).toBe(null);
  });

  test("takes it by the link of its letter, which proves the address, too", async () => {
    const company = await openCompany();
    const { fixture, organizationId } = company;
    const dan = await fixture.signUp("dan@example.com");
    await invite(company);
    const { token } = await nextEmail(fixture);
    const { data } = await dan.client.organization.acceptInvitation({ token });
    expect(data?.member).toMatchObject({ organizationId, userId: dan.user.id });
    expect(await isVerified(dan)).toBe(true);
    expect(fixture.events.filter(({ type }) => type === "email.verified")).toMatchObject([
      { user: { id: dan.user.id } },
    ]);
  });

  test("has proven nothing where the invitation was not taken", async () => {
    const company = await openCompany({ membershipLimit: 3 });
    const { fixture } = company;
    const dan = await fixture.signUp("dan@example.com");
    await invite(company);
    const { token } = await nextEmail(fixture);
    expect((await dan.client.organization.acceptInvitation({ token })).error?.status).toBe(403);
    expect(await isVerified(dan)).toBe(false);
  });

  test("turns it down by the link, which proves nothing then", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const dan = await fixture.signUp("dan@example.com");
    const { id } = await invite(company);
    const { token } = await nextEmail(fixture);
    expect((await dan.client.organization.rejectInvitation({ token })).data).toMatchObject({
      invitation: { id, status: "rejected" },
      member: null,
    });
    expect(await isVerified(dan)).toBe(false);
  });

  test("takes it as they are where the app asks for no proof, and stays unproven", async () => {
    const company = await openCompany({ requireEmailVerificationOnInvitation: false });
    const { fixture } = company;
    const dan = await fixture.signUp("dan@example.com");
    const { id } = await invite(company);
    expect((await dan.client.organization.getInvitation({ id })).error).toBe(null);
    expect((await dan.client.organization.listUserInvitations()).data).toHaveLength(1);
    expect((await dan.client.organization.acceptInvitation({ invitationId: id })).error).toBe(null);
    expect(await isVerified(dan)).toBe(false);
  });
});

// Security 1, row 31.
describe("Somebody who moves to the invited address", () => {
  const changing = { user: { changeEmail: { enabled: true } } };

  test("has proven the one before, and not this one", async () => {
    const company = await openCompany({}, changing);
    const { fixture } = company;
    const mallory = await fixture.signUp("mallory@example.com");
    const { id } = await invite(company);
    await mallory.client.changeEmail({ newEmail: "dan@example.com" });
    expect((await mallory.client.getSession()).data?.user.email).toBe("dan@example.com");
    expect((await mallory.client.organization.acceptInvitation({ invitationId: id })).error).toMatchObject(unverified);
    expect(await statusOf(fixture, id)).toBe("pending");
  });

  test("cannot take with it what was sent to the address before", async () => {
    const company = await openCompany({ requireEmailVerificationOnInvitation: false }, changing);
    const { fixture } = company;
    const dan = await fixture.signUp("dan@example.com");
    const { id } = await invite(company);
    const { token } = await nextEmail(fixture);
    await dan.client.changeEmail({ newEmail: "other@example.com" });
    for (const name of [{ invitationId: id }, { token }])
      expect((await dan.client.organization.acceptInvitation(name)).error?.code).toBe(
        "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
      );
  });
});

test("a session that shows who it belongs to from a copy shows the proven address at once", async () => {
  const company = await openCompany({}, { session: { cookieCache: { enabled: true } } });
  const { fixture, organizationId } = company;
  const dan = await fixture.signUp("dan@example.com");
  await invite(company);
  const { token } = await nextEmail(fixture);
  await dan.client.getSession();
  await dan.client.organization.acceptInvitation({ token });
  const { data } = await dan.client.getSession();
  expect(data?.user.emailVerified).toBe(true);
  expect(data?.session.activeOrganizationId).toBe(organizationId);
});

describe("Between the question and the answer", () => {
  /** Dan, proven and invited, accepts; something else happens once the invitation was found. */
  async function acceptWhile(happens: (company: Company, dan: Person) => Promise<unknown>) {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const database = intercept(memory(), {
      async verb({ verb, model, isInTransaction }, run) {
        const answer = await run();
        const due = verb === "find" && model === "invitation" && !isInTransaction ? meanwhile : null;
        if (due) {
          meanwhile = null;
          await due();
        }
        return answer;
      },
    });
    const company = await openCompany({}, { database });
    const dan = await signUpVerified(company.fixture);
    const { id } = await invite(company);
    await company.fixture.auth.idle();
    meanwhile = () => happens(company, dan);
    const { error } = await dan.client.organization.acceptInvitation({ invitationId: id });
    expect(meanwhile).toBe(null);
    expect(await statusOf(company.fixture, id)).not.toBe("accepted");
    const { organizationId } = company;
    expect(await company.fixture.db.count(memberModel, { organizationId, userId: dan.user.id })).toBe(0);
    return error;
  }

  test("a proof may be gone", async () => {
    const error = await acceptWhile(({ fixture }, { user }) =>
      fixture.db.update(userModel, user.id, { emailVerified: false }),
    );
    expect(error).toMatchObject(unverified);
  });

  test("an address may be another one", async () => {
    const error = await acceptWhile(({ fixture }, { user }) =>
      fixture.db.update(userModel, user.id, { email: "other@example.com" }),
    );
    expect(error?.code).toBe("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
  });

  test("a session may have ended, or its person may be deleted", async () => {
    expect((await acceptWhile((_, { client }) => client.signOut()))?.code).toBe("UNAUTHORIZED");
    expect((await acceptWhile(({ fixture }, { user }) => fixture.db.remove(userModel, { id: user.id })))?.code).toBe(
      "UNAUTHORIZED",
    );
  });

  test("an inviter may have left", async () => {
    const error = await acceptWhile(({ owner, organizationId, fixture }) =>
      fixture.db.transactionOn(organizationModel, organizationId, (tx, organization) =>
        tx.remove(memberModel, { organizationId, userId: owner.user.id }, organization),
      ),
    );
    expect(error?.code).toBe("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
  });
});
