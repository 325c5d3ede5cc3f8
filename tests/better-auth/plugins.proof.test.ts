import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Both, startBoth } from "./both.ts";
import { peerDatabaseTypes } from "./database.ts";
import type { Side } from "./front.ts";
import { type Person, take } from "./people.ts";
import { besidePeer, directions, newBrowser, newPerson, rowOf, userAt } from "./sides.ts";

const services = inject("services");
const sides: readonly Side[] = ["peer", "keyhold"];
let made = 0;

const named = (name: string): unknown => expect.objectContaining({ name });

describe.each(peerDatabaseTypes(services))("while better-auth 1.2.12 runs on the same database, on %s,", (type) => {
  let both: Both;
  beforeAll(async () => {
    both = await startBoth({ type, services, keyhold: besidePeer });
  });
  afterAll(() => both.close());

  /** An organization created at one side by a new user of it. */
  async function newOrganization(side: Side): Promise<{ readonly owner: Person; readonly organizationId: string }> {
    made += 1;
    const owner = await newPerson(both, side, { isVerified: true });
    const metadata = { plan: "small" };
    const created = take(
      await owner.client.organization.create({ name: `Org ${made}`, slug: `org-${made}`, metadata }),
    );
    return { owner, organizationId: created.id };
  }

  const rolesAt = async (side: Side, viewer: Person, organizationId: string) => {
    viewer.toggle(side);
    const { members } = take(await viewer.client.organization.getFullOrganization({ query: { organizationId } }));
    return Object.fromEntries(members.map(({ userId, role }) => [userId, role]));
  };

  describe.each(directions)("an organization of %s", (first, second) => {
    test(`is shown and changed at ${second}`, async () => {
      const { owner, organizationId } = await newOrganization(first);
      owner.toggle(second);
      const shown = take(await owner.client.organization.getFullOrganization({ query: { organizationId } }));
      expect(shown).toMatchObject({ id: organizationId, name: `Org ${made}`, slug: `org-${made}` });
      take(await owner.client.organization.update({ organizationId, data: { name: "Renamed" } }));
      take(await owner.client.organization.setActive({ organizationId }));
      for (const side of [first, second]) {
        owner.toggle(side);
        expect(take(await owner.client.organization.list()).map(({ name }) => name)).toEqual(["Renamed"]);
        expect(take(await owner.client.getSession()).session).toMatchObject({ activeOrganizationId: organizationId });
      }
    });

    test(`is joined at ${second} by an invitation of ${first}, and roles are changed and members removed there`, async () => {
      const { owner, organizationId } = await newOrganization(first);
      const guest = await newPerson(both, first, { isVerified: true });
      const invited = { organizationId, email: guest.email, role: "member" } as const;
      const invitation = take(await owner.client.organization.inviteMember(invited));
      guest.toggle(second);
      take(await guest.client.organization.acceptInvitation({ invitationId: invitation.id }));
      for (const side of sides) {
        expect(await rolesAt(side, owner, organizationId)).toEqual({ [owner.id]: "owner", [guest.id]: "member" });
      }
      const { id: memberId } = await rowOf(both, "member", { organizationId, userId: guest.id });
      owner.toggle(second);
      const change = { organizationId, memberId: String(memberId), role: "admin" } as const;
      take(await owner.client.organization.updateMemberRole(change));
      for (const side of sides) {
        expect(await rolesAt(side, guest, organizationId)).toMatchObject({ [guest.id]: "admin" });
      }
      owner.toggle(first);
      take(await owner.client.organization.removeMember({ organizationId, memberIdOrEmail: guest.email }));
      for (const side of sides) expect(await rolesAt(side, owner, organizationId)).toEqual({ [owner.id]: "owner" });
    });

    test(`has its invitations rejected and canceled at ${second}`, async () => {
      const { owner, organizationId } = await newOrganization(first);
      const guest = await newPerson(both, first, { isVerified: true });
      const invited = { organizationId, role: "member" } as const;
      const one = take(await owner.client.organization.inviteMember({ ...invited, email: guest.email }));
      const other = take(await owner.client.organization.inviteMember({ ...invited, email: "other@example.com" }));
      guest.toggle(second);
      take(await guest.client.organization.rejectInvitation({ invitationId: one.id }));
      owner.toggle(second);
      take(await owner.client.organization.cancelInvitation({ invitationId: other.id }));
      for (const side of sides) {
        owner.toggle(side);
        const listed = take(await owner.client.organization.listInvitations({ query: { organizationId } }));
        expect(new Map(listed.map(({ email, status }) => [email, status]))).toEqual(
          new Map([
            [guest.email, "rejected"],
            ["other@example.com", "canceled"],
          ]),
        );
      }
    });

    test(`has its teams listed, renamed, joined and removed at ${second}`, async () => {
      const { owner, organizationId } = await newOrganization(first);
      const guest = await newPerson(both, first, { isVerified: true });
      const { id: teamId } = take(await owner.client.organization.createTeam({ name: "Design", organizationId }));
      const invited = { organizationId, email: guest.email, role: "member", teamId } as const;
      const invitation = take(await owner.client.organization.inviteMember(invited));
      guest.toggle(second);
      take(await guest.client.organization.acceptInvitation({ invitationId: invitation.id }));
      for (const side of sides) {
        owner.toggle(side);
        const query = { organizationId };
        const { members, teams } = take(await owner.client.organization.getFullOrganization({ query }));
        expect(teams.map(({ name }) => name)).toContain("Design");
        expect(members.find(({ userId }) => userId === guest.id)).toMatchObject({ teamId });
      }
      owner.toggle(second);
      take(await owner.client.organization.updateTeam({ teamId, data: { name: "Art", organizationId } }));
      owner.toggle(first);
      const query = { organizationId };
      expect(take(await owner.client.organization.listTeams({ query }))).toContainEqual(named("Art"));
      take(await owner.client.organization.removeTeam({ teamId, organizationId }));
      owner.toggle(second);
      expect(take(await owner.client.organization.listTeams({ query }))).not.toContainEqual(named("Art"));
    });
  });

  test("Keyhold deletes an organization of better-auth with its teams", async () => {
    const { owner, organizationId } = await newOrganization("peer");
    owner.toggle("keyhold");
    take(await owner.client.organization.delete({ organizationId }));
    owner.toggle("peer");
    expect(take(await owner.client.organization.list())).toEqual([]);
  });

  describe.each(directions)("an administrator's change at %s", (first, second) => {
    const adminAt = (side: Side): Person => {
      both.people.ada.toggle(side);
      return both.people.ada;
    };

    test(`holds at ${second}: roles, bans and passwords`, async () => {
      const person = await newPerson(both, second);
      const { client } = adminAt(first);
      const userId = person.id;
      take(await client.admin.setRole({ userId, role: "admin" }));
      expect(await userAt(person, second)).toBe(userId);
      take(await person.client.admin.listUsers({ query: { limit: 1 } }));
      take(await client.admin.setRole({ userId, role: "user" }));
      expect((await person.client.admin.listUsers({ query: { limit: 1 } })).error?.status).toBe(403);

      take(await client.admin.setUserPassword({ userId, newPassword: "set by an administrator" }));
      const changed = newBrowser(both, second);
      take(await changed.client.signIn.email({ ...person, password: "set by an administrator" }));

      take(await client.admin.banUser({ userId, banReason: "spam", banExpiresIn: 3600 }));
      for (const side of sides) expect(await userAt(person, side)).toBe(null);
      const refused = await changed.client.signIn.email({ ...person, password: "set by an administrator" });
      expect(refused.error?.status).toBe(403);
      take(await adminAt(second).client.admin.unbanUser({ userId }));
      const free = newBrowser(both, first);
      take(await free.client.signIn.email({ ...person, password: "set by an administrator" }));
    });

    test(`holds at ${second}: created and removed users, and ended sessions`, async () => {
      made += 1;
      const email = `made${made}@example.com`;
      const created = { email, password: "given by an administrator", name: "Made", role: "user" } as const;
      const { user } = take(await adminAt(first).client.admin.createUser(created));
      const browser = newBrowser(both, second);
      take(await browser.client.signIn.email({ email, password: created.password }));
      take(await adminAt(first).client.admin.revokeUserSessions({ userId: user.id }));
      expect(await userAt(browser, second)).toBe(null);
      take(await adminAt(second).client.admin.removeUser({ userId: user.id }));
      expect((await both.rows("account")).some(({ userId }) => userId === user.id)).toBe(false);
      const again = await newBrowser(both, first).client.signIn.email({ email, password: created.password });
      expect(again.error?.status).toBe(401);
    });

    test(`shows at ${second} as an impersonation, which a sign-out ends at both`, async () => {
      const person = await newPerson(both, second);
      const browser = newBrowser(both, first);
      take(await browser.client.signIn.email(both.people.ada));
      take(await browser.client.admin.impersonateUser({ userId: person.id }));
      for (const side of [second, first]) expect(await userAt(browser, side)).toBe(person.id);
      const { session } = take(await browser.client.getSession());
      expect(session).toMatchObject({ impersonatedBy: both.people.ada.id });
      browser.toggle(second);
      take(await browser.client.signOut());
      for (const side of [first, second]) expect(await userAt(browser, side)).toBe(null);
      expect(await userAt(person, first)).toBe(person.id);
    });
  });

  test("an impersonation begun by better-auth ends at Keyhold: the administrator signs in again", async () => {
    const { ada, ben } = both.people;
    const browser = newBrowser(both, "peer");
    take(await browser.client.signIn.email(ada));
    take(await browser.client.admin.impersonateUser({ userId: ben.id }));
    browser.toggle("keyhold");
    expect((await browser.client.admin.stopImpersonating()).error).toBe(null);
    for (const side of sides) expect(await userAt(browser, side)).toBe(null);
  });

  test("an account of a provider is listed and unlinked at either", async () => {
    for (const [first, second] of directions) {
      const person = await newPerson(both, first);
      const { internalAdapter } = await both.peer.auth.$context;
      const accountId = `google-of-${person.id}`;
      await internalAdapter.linkAccount({ userId: person.id, providerId: "google", accountId });
      for (const side of [first, second]) {
        person.toggle(side);
        const providers = take(await person.client.listAccounts()).map(({ provider }) => provider);
        expect(providers.sort()).toEqual(["credential", "google"]);
      }
      take(await person.client.unlinkAccount({ providerId: "google" }));
      person.toggle(first);
      expect(take(await person.client.listAccounts())).toHaveLength(1);
    }
  });
});
