import { describe, expect, test } from "vitest";
import { found, join, openOrganizations, type Person } from "./fixture.ts";
import { openCompany as openTeamCompany } from "./teams/fixture.ts";

const activeIn = async ({ client }: Pick<Person, "client">): Promise<string | null | undefined> =>
  (await client.getSession()).data?.session.activeOrganizationId;

describe("a user who signs in again in the same browser", () => {
  test("keeps the active organization, instead of the first-joined one", async () => {
    for (const activeOrganizationOnSignIn of [false, true]) {
      const fixture = openOrganizations({ activeOrganizationOnSignIn });
      const ann = await fixture.signUp("ann@example.com");
      const first = await found(ann, "first");
      fixture.clock.forward({ seconds: 1 });
      const second = await found(ann, "second");
      await ann.client.signIn.email({ email: "ann@example.com", password: ann.password });
      expect(await activeIn(ann)).toBe(second);
      await ann.client.organization.setActive({ organizationId: null });
      await ann.client.signIn.email({ email: "ann@example.com", password: ann.password });
      expect(await activeIn(ann)).toBe(activeOrganizationOnSignIn ? first : null);
    }
  });

  test("keeps the active team", async () => {
    const { owner, firstId, organizationId } = await openTeamCompany();
    await owner.client.organization.setActiveTeam({ teamId: firstId });
    await owner.client.signIn.email({ email: "owner@example.com", password: owner.password });
    const session = (await owner.client.getSession()).data?.session;
    expect(session).toMatchObject({ activeOrganizationId: organizationId, activeTeamId: firstId });
  });

  test("as another user starts without an active organization, even if both are members", async () => {
    const fixture = openOrganizations();
    const ann = await fixture.signUp("ann@example.com");
    const bob = await fixture.signUp("bob@example.com");
    await join(fixture, { organizationId: await found(ann, "both"), userId: bob.user.id, role: "member" });
    await ann.client.signIn.email({ email: "bob@example.com", password: bob.password });
    expect(await activeIn(ann)).toBe(null);
  });
});
