import { linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { found, type OrganizationAuth, openOrganizations } from "./fixture.ts";
import { invite, membersOf, nextEmail } from "./invited.ts";

const dan = { name: "Dan", password: "correct horse battery staple" };
const olga = { name: "Olga", email: "olga@example.com", password: "correct horse battery staple" };

type TestClient = ReturnType<OrganizationAuth["visit"]>;

/** Follows the verification email; returns the redirect of the link. */
async function prove({ mailbox }: OrganizationAuth, { browser }: TestClient, email: string): Promise<URL | null> {
  const response = await browser.follow(linkIn(await mailbox.waitFor(email, { kind: "verify-email" })));
  const location = response.headers.get("location");
  return location === null ? null : new URL(location);
}

/** Olga's organization invites Dan, who has no account and opens the link of the email at his own browser. */
async function openLink(config: Parameters<typeof openOrganizations>[1] = {}) {
  const fixture = openOrganizations({}, config);
  const owner = fixture.visit();
  const { email: address, password } = olga;
  await owner.client.signUp.email(olga);
  await prove(fixture, owner, address);
  await owner.client.signIn.email({ email: address, password });
  const organizationId = await found(owner, "acme");
  await invite({ owner, organizationId }, { role: "admin" });

  const { message, token } = await nextEmail(fixture);
  expect(linkIn(message).pathname).toBe("/accept-invitation");
  const visitor = fixture.visit({ ipAddress: "198.51.100.9" });
  const { data } = await visitor.client.organization.previewInvitation({ token });
  expect(data).toMatchObject({ organization: { name: "acme" }, inviter: { name: "Olga" }, role: "admin" });
  return { fixture, organizationId, token, visitor, email: data?.email ?? "" };
}

async function expectJoined({ fixture, organizationId, visitor }: Awaited<ReturnType<typeof openLink>>): Promise<void> {
  const session = (await visitor.client.getSession()).data;
  expect(session).toMatchObject({
    user: { name: "Dan", email: "dan@example.com", emailVerified: true },
    session: { activeOrganizationId: organizationId },
  });
  const members = await membersOf({ fixture, organizationId });
  expect(members.map(({ userId, role }) => (userId === session?.user.id ? role : "other")).sort()).toEqual([
    "admin",
    "other",
  ]);
  expect(fixture.logged).toEqual([]);
}

// Security 4, row 32.
describe("A user without an account opens the link of an invitation email,", () => {
  test("signs up with the address in the preview, and joins by the link without a second email", async () => {
    const opened = await openLink();
    const { client } = opened.visitor;
    expect((await client.signUp.email({ ...dan, email: opened.email })).error).toBe(null);
    expect((await client.organization.acceptInvitation({ token: opened.token })).error).toBe(null);
    await expectJoined(opened);
  });

  test("signs up, verifies the address by a verification email, and finds the invitation in their list", async () => {
    const opened = await openLink();
    const { client } = opened.visitor;
    await client.signUp.email({ ...dan, email: opened.email });
    await prove(opened.fixture, opened.visitor, opened.email);
    const { data } = await client.organization.listUserInvitations();
    expect(data).toMatchObject([{ organizationName: "acme", role: "admin" }]);
    expect((await client.organization.acceptInvitation({ invitationId: data?.[0]?.id ?? "" })).error).toBe(null);
    await expectJoined(opened);
  });

  describe.each([true, false])("if sign-in requires verification and its link signs in: %j,", (autoSignIn) => {
    const config = { emailVerification: { autoSignIn }, emailAndPassword: { requireEmailVerification: true } };

    test("returns to the invitation from the verification email", async () => {
      const opened = await openLink(config);
      const { fixture, visitor, email, token } = opened;
      const callbackURL = `/accept-invitation?token=${token}`;
      await visitor.client.signUp.email({ ...dan, email, callbackURL });
      expect((await visitor.client.getSession()).data).toBe(null);
      const page = await prove(fixture, visitor, email);
      expect(page?.pathname).toBe("/accept-invitation");
      if (!autoSignIn) await visitor.client.signIn.email({ email, password: dan.password });
      const again = page?.searchParams.get("token") ?? "";
      expect((await visitor.client.organization.acceptInvitation({ token: again })).error).toBe(null);
      await expectJoined(opened);
    });
  });
});
