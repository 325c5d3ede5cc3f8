import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient, teamsClient } from "@keyhold/organization/client";
import { teams } from "@keyhold/organization/teams";
import { createTestAuth } from "@keyhold/testing";
import { afterEach, expect, test } from "vitest";
import { noting } from "../../../tests/harness/noted-statements.ts";

const ran: string[] = [];
const file = { current: new DatabaseSync(":memory:") };
afterEach(() => file.current.close());

/** The columns read by the statement of a list, by table. */
function columnsOf(statement: string): Readonly<Record<string, readonly string[]>> {
  const [selected = ""] = statement.split(" from ");
  const columns: Record<string, string[]> = {};
  for (const [, table = "", column = ""] of selected.matchAll(/"(\w+)"\."(\w+)" as/g)) {
    columns[table] = [...(columns[table] ?? []), column];
  }
  return columns;
}

/** An owner with an active organization and team, and an invitation, on SQLite. */
async function open() {
  file.current = new DatabaseSync(":memory:");
  const fixture = createTestAuth({
    plugins: [organization(), teams()] as const,
    clientPlugins: [organizationClient(), teamsClient()] as const,
    config: { database: sqlite(noting(file.current, ran)) },
  });
  const database = sqlite(file.current);
  await (await planMigration(database, fixture.auth.schema)).apply();
  const { client, user } = await fixture.signUp("owner@example.com");
  await fixture.db.update(userModel, user.id, { emailVerified: true });
  const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
  await client.organization.inviteMember({ email: "ann@example.com", role: "member" });
  const ann = await fixture.signUp("ann@example.com");
  await fixture.db.update(userModel, ann.user.id, { emailVerified: true });
  const teamId = (await client.organization.listTeams({})).data?.[0]?.id ?? "";
  /** The columns read by the joined list of a call. */
  const read = async (ask: () => Promise<{ readonly error: unknown }>) => {
    ran.length = 0;
    expect((await ask()).error).toBe(null);
    const joins = ran.filter((sql) => sql.includes(" join ") && sql.includes(" order by "));
    expect(joins).toHaveLength(1);
    return columnsOf(joins[0] ?? "");
  };
  return { owner: client.organization, ann: ann.client.organization, organizationId: data?.id ?? "", teamId, read };
}

const member = ["id", "organizationId", "userId", "role", "createdAt", "teamId"];
const shownUser = ["name", "email", "image"];

test("a list of members reads only the shown columns of each user", async () => {
  const { owner, teamId, read } = await open();
  const members = await read(() => owner.getFullOrganization({}));
  expect(members.user).toEqual(shownUser);
  expect(members.member?.toSorted()).toEqual(member.toSorted());
  expect(await read(() => owner.listMembers({}))).toEqual(members);
  expect((await read(() => owner.listTeamMembers({ teamId }))).user).toEqual(shownUser);
});

test("a list of organizations, teams or invitations reads only the shown columns of the joined row", async () => {
  const { owner, ann, read } = await open();
  expect(await read(() => owner.list())).toEqual({
    organization: ["id", "name", "slug", "logo", "createdAt", "metadata"],
  });
  expect(Object.keys(await read(() => owner.listUserTeams()))).toEqual(["team"]);
  expect((await read(() => ann.listUserInvitations({}))).organization).toEqual(["name", "slug"]);
});
