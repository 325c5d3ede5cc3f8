import { memory } from "@keyhold/adapter-memory";
import { userModel } from "@keyhold/core";
import { memberModel, organizationModel } from "@keyhold/organization";
import { intercept, linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { invite, nextLetter, signUpProven, statusOf } from "./invited.ts";
import { type Company, openCompany, type Person } from "./kit.ts";

const unproven = { code: "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION", status: 403 };
const isProven = async ({ client }: Person) => (await client.getSession()).data?.user.emailVerified;

// Security 1, row 16.
describe("Somebody who signed up with an address and has not proven it", () => {
  test("neither sees nor takes what was sent to it", async () => {
    const company = await openCompany();
    const { kit } = company;
    const eve = await kit.signUp("dan@example.com");
    const { id } = await invite(company);
    const { organization } = eve.client;
    expect((await organization.acceptInvitation({ invitationId: id })).error).toMatchObject(unproven);
    expect((await organization.rejectInvitation({ invitationId: id })).error).toMatchObject(unproven);
    expect((await organization.getInvitation({ id })).error).toMatchObject(unproven);
    expect((await organization.listUserInvitations()).error).toMatchObject(unproven);
    expect(await statusOf(kit, id)).toBe("pending");
  });

  test("takes it once the address is proven by its own letter", async () => {
    const company = await openCompany();
    const { kit } = company;
    const dan = await kit.signUp("dan@example.com");
    const { id } = await invite(company);
    await dan.browser.follow(linkIn(await kit.mailbox.waitFor("dan@example.com", { kind: "verify-email" })));
    expect((await dan.client.organization.listUserInvitations()).data).toMatchObject([{ id }]);
    expect((await dan.client.organization.acceptInvitation({ invitationId: id })).error).toBe(null);
  });

  test("takes it by the link of its letter, which proves the address, too", async () => {
    const company = await openCompany();
    const { kit, organizationId } = company;
    const dan = await kit.signUp("dan@example.com");
    await invite(company);
    const { token } = await nextLetter(kit);
    const { data } = await dan.client.organization.acceptInvitation({ token });
    expect(data?.member).toMatchObject({ organizationId, userId: dan.user.id });
    expect(await isProven(dan)).toBe(true);
    expect(kit.events.filter(({ type }) => type === "email.verified")).toMatchObject([{ user: { id: dan.user.id } }]);
  });

  test("has proven nothing where the invitation was not taken", async () => {
    const company = await openCompany({ membershipLimit: 3 });
    const { kit } = company;
    const dan = await kit.signUp("dan@example.com");
    await invite(company);
    const { token } = await nextLetter(kit);
    expect((await dan.client.organization.acceptInvitation({ token })).error?.status).toBe(403);
    expect(await isProven(dan)).toBe(false);
  });

  test("turns it down by the link, which proves nothing then", async () => {
    const company = await openCompany();
    const { kit } = company;
    const dan = await kit.signUp("dan@example.com");
    const { id } = await invite(company);
    const { token } = await nextLetter(kit);
    expect((await dan.client.organization.rejectInvitation({ token })).data).toMatchObject({
      invitation: { id, status: "rejected" },
      member: null,
    });
    expect(await isProven(dan)).toBe(false);
  });

  test("takes it as they are where the app asks for no proof, and stays unproven", async () => {
    const company = await openCompany({ requireEmailVerificationOnInvitation: false });
    const { kit } = company;
    const dan = await kit.signUp("dan@example.com");
    const { id } = await invite(company);
    expect((await dan.client.organization.getInvitation({ id })).error).toBe(null);
    expect((await dan.client.organization.listUserInvitations()).data).toHaveLength(1);
    expect((await dan.client.organization.acceptInvitation({ invitationId: id })).error).toBe(null);
    expect(await isProven(dan)).toBe(false);
  });
});

// Security 1, row 31.
describe("Somebody who moves to the invited address", () => {
  const changing = { user: { changeEmail: { enabled: true } } };

  test("has proven the one before, and not this one", async () => {
    const company = await openCompany({}, changing);
    const { kit } = company;
    const mallory = await kit.signUp("mallory@example.com");
    const { id } = await invite(company);
    await mallory.client.changeEmail({ newEmail: "dan@example.com" });
    expect((await mallory.client.getSession()).data?.user.email).toBe("dan@example.com");
    expect((await mallory.client.organization.acceptInvitation({ invitationId: id })).error).toMatchObject(unproven);
    expect(await statusOf(kit, id)).toBe("pending");
  });

  test("cannot take with it what was sent to the address before", async () => {
    const company = await openCompany({ requireEmailVerificationOnInvitation: false }, changing);
    const { kit } = company;
    const dan = await kit.signUp("dan@example.com");
    const { id } = await invite(company);
    const { token } = await nextLetter(kit);
    await dan.client.changeEmail({ newEmail: "other@example.com" });
    for (const name of [{ invitationId: id }, { token }])
      expect((await dan.client.organization.acceptInvitation(name)).error?.code).toBe(
        "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION",
      );
  });
});

test("a session that shows who it belongs to from a copy shows the proven address at once", async () => {
  const company = await openCompany({}, { session: { cookieCache: { enabled: true } } });
  const { kit, organizationId } = company;
  const dan = await kit.signUp("dan@example.com");
  await invite(company);
  const { token } = await nextLetter(kit);
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
    const dan = await signUpProven(company.kit);
    const { id } = await invite(company);
    await company.kit.auth.idle();
    meanwhile = () => happens(company, dan);
    const { error } = await dan.client.organization.acceptInvitation({ invitationId: id });
    expect(meanwhile).toBe(null);
    expect(await statusOf(company.kit, id)).not.toBe("accepted");
    const { organizationId } = company;
    expect(await company.kit.db.count(memberModel, { organizationId, userId: dan.user.id })).toBe(0);
    return error;
  }

  test("a proof may be gone", async () => {
    const error = await acceptWhile(({ kit }, { user }) => kit.db.update(userModel, user.id, { emailVerified: false }));
    expect(error).toMatchObject(unproven);
  });

  test("an address may be another one", async () => {
    const error = await acceptWhile(({ kit }, { user }) =>
      kit.db.update(userModel, user.id, { email: "other@example.com" }),
    );
    expect(error?.code).toBe("YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION");
  });

  test("a session may have ended, or its person may be deleted", async () => {
    expect((await acceptWhile((_, { client }) => client.signOut()))?.code).toBe("UNAUTHORIZED");
    expect((await acceptWhile(({ kit }, { user }) => kit.db.remove(userModel, { id: user.id })))?.code).toBe(
      "UNAUTHORIZED",
    );
  });

  test("an inviter may have left", async () => {
    const error = await acceptWhile(({ owner, organizationId, kit }) =>
      kit.db.within(organizationModel, organizationId, (tx, organization) =>
        tx.remove(memberModel, { organizationId, userId: owner.user.id }, organization),
      ),
    );
    expect(error?.code).toBe("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
  });
});
