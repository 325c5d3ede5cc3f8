import { admin } from "@keyhold/admin";
import { userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { expect, test } from "vitest";

/** What ends the invitations that an attacker has sent in the name of a member, or before a ban. */

const email = "ann@example.com";
const password = "correct horse battery staple";

async function open() {
  const fixture = createTestAuth({
    plugins: [organization(), admin()],
    clientPlugins: [organizationClient()],
    config: { user: { changeEmail: { enabled: true } } },
  });
  const signUp = async (address: string) => {
    const person = await fixture.signUp(address, { password });
    await fixture.db.update(userModel, person.user.id, { emailVerified: true });
    return person;
  };
  const ann = await signUp(email);
  const { data } = await ann.client.organization.create({ name: "Acme", slug: "acme" });
  const organizationId = data?.id ?? "";
  const invite = async ({ client }: Pick<typeof ann, "client">, address: string) => {
    const invited = await client.organization.inviteMember({ organizationId, email: address, role: "admin" });
    return invited.data?.id ?? "";
  };
  /** The error of the acceptance by a new user; null: the user is a member. */
  const accept = async (address: string, invitationId: string) => {
    const { client } = await signUp(address);
    return (await client.organization.acceptInvitation({ invitationId })).error?.code ?? null;
  };
  return { ...fixture, ann, invite, accept };
}

test("an undone change of address cancels the invitations that were sent since the change, and no earlier invitation", async () => {
  const { ann, invite, accept, mailbox, visit, clock } = await open();
  const own = await invite(ann, "bob@example.com");
  clock.forward({ days: 1 });
  const thief = visit();
  await thief.client.signIn.email({ email, password });
  expect((await thief.client.changeEmail({ newEmail: "thief@example.com" })).error).toBe(null);
  await thief.browser.follow(linkIn(await mailbox.waitFor(email, { kind: "confirm-email-change" })));
  const undo = linkIn(await mailbox.waitFor(email, { kind: "email-changed" }));
  await thief.browser.follow(linkIn(await mailbox.waitFor("thief@example.com", { kind: "verify-email" })));
  const planted = await invite(thief, "eve@example.com");
  expect((await visit().browser.follow(undo)).status).toBe(200);
  expect(await accept("eve@example.com", planted)).toBe("INVITATION_NOT_FOUND");
  expect(await accept("bob@example.com", own)).toBe(null);
});

test("an invitation of a member who is banned since adds no member until the end of the ban", async () => {
  const { ann, invite, accept, db } = await open();
  const [first, second] = [await invite(ann, "eve@example.com"), await invite(ann, "bob@example.com")];
  await db.update(userModel, ann.user.id, { banned: true } as object);
  expect(await accept("eve@example.com", first)).toBe("INVITER_MAY_NO_LONGER_GIVE_THIS_ROLE");
  await db.update(userModel, ann.user.id, { banned: false } as object);
  expect(await accept("bob@example.com", second)).toBe(null);
});
