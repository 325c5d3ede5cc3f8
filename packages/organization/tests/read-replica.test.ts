import { expect, test } from "vitest";
import { openFrozenReplica } from "../../../tests/harness/frozen-replica.ts";
import { found, join, openOrganizations } from "./fixture.ts";

test("list-members reads members and total from the replica, and nothing else does", async () => {
  const { database, asked, migrate, end } = openFrozenReplica();
  const fixture = openOrganizations({}, { database });
  await migrate(fixture.auth.schema);
  const owner = await fixture.signUp("owner@example.com");
  const member = await fixture.signUp("member@example.com");
  const organizationId = await found(owner, "acme");
  const { id: memberId } = await join(fixture, { organizationId, userId: member.user.id, role: "member" });

  const { organization } = owner.client;
  expect((await organization.getFullOrganization({ organizationId })).data?.members).toHaveLength(2);
  expect((await organization.list()).data).toHaveLength(1);
  expect((await organization.updateMemberRole({ organizationId, memberId, role: "admin" })).error).toBe(null);
  expect((await member.client.organization.leave({ organizationId })).error).toBe(null);
  await fixture.auth.idle();
  expect(asked).toEqual([]);

  expect((await organization.listMembers({ organizationId })).data).toMatchObject({ members: [], total: 0 });
  expect(asked).toEqual(['select "member"', 'select "member"']);

  end();
  expect((await organization.listMembers({ organizationId })).data).toMatchObject({ total: 1 });
});
