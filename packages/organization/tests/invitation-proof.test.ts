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
describe("A user who signed up with an email address and has not verified it", () => {
  test("neither sees nor accepts an invitation sent to it", async () => {
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

  test("accepts it after the address is verified by a verification email", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const dan = await fixture.signUp("dan@example.com");
    const { id } = await invite(company);
    await dan.browser.follow(linkIn(await fixture.mailbox.waitFor("dan@example.com", { kind: "verify-email" })));
    expect((await dan.client.organization.listUserInvitations()).data).toMatchObject([{ id }]);
    expect((await dan.client.organization.acceptInvitation({ invitationId: id })).error).toBe(null);
  });

  test("accepts it by the link of its email, which verifies the address, too", async () => {
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

  test("stays unverified if the acceptance fails", async () => {
    const company = await openCompany({ membershipLimit: 3 });
    const { fixture } = company;
    const dan = await fixture.signUp("dan@example.com");
    await invite(company);
    const { token } = await nextEmail(fixture);
    expect((await dan.client.organization.acceptInvitation({ token })).error?.status).toBe(403);
    expect(await isVerified(dan)).toBe(false);
  });

  test("rejects it by the link, and stays unverified", async () => {
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

  test("accepts it unverified if the app requires no verification, and stays unverified", async () => {
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
describe("A user who changes to the invited email address", () => {
  const changing = { user: { changeEmail: { enabled: true } } };

  test("has verified the previous address, and not this one", async () => {
    const company = await openCompany({}, changing);
    const { fixture } = company;
    const mallory = await fixture.signUp("mallory@example.com");
    const { id } = await invite(company);
    await mallory.client.changeEmail({ newEmail: "dan@example.com" });
    expect((await mallory.client.getSession()).data?.user.email).toBe("dan@example.com");
    expect((await mallory.client.organization.acceptInvitation({ invitationId: id })).error).toMatchObject(unverified);
    expect(await statusOf(fixture, id)).toBe("pending");
  });

  test("cannot accept invitations sent to the previous address", async () => {
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

test("a session served from a cache shows the verified address immediately", async () => {
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

describe("Between the checks and the transaction of an acceptance,", () => {
  /** Dan, verified and invited, accepts; `happens` runs after the invitation was found. */
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

  test("the verification may be undone", async () => {
    const error = await acceptWhile(({ fixture }, { user }) =>
      fixture.db.update(userModel, user.id, { emailVerified: false }),
    );
    expect(error).toMatchObject(unverified);
  });

  test("the email address may change", async () => {
    const error = await acceptWhile(({ fixture }, { user }) =>
      fixture.db.update(userModel, user.id, { email: "other@example.com" }),
    );
    expect(error?.code).toBe("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
  });

  test("the session may end, or its user may be deleted", async () => {
    expect((await acceptWhile((_, { client }) => client.signOut()))?.code).toBe("UNAUTHORIZED");
    expect((await acceptWhile(({ fixture }, { user }) => fixture.db.remove(userModel, { id: user.id })))?.code).toBe(
      "UNAUTHORIZED",
    );
  });

  test("the inviter may leave", async () => {
    const error = await acceptWhile(({ owner, organizationId, fixture }) =>
      fixture.db.transactionOn(organizationModel, organizationId, (tx, organization) =>
        tx.remove(memberModel, { organizationId, userId: owner.user.id }, organization),
      ),
    );
    expect(error?.code).toBe("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
  });
});
