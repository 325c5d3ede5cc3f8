import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { describe, expect, test } from "vitest";
import { errorOf, openTeams, peopleIn, placeOf, type TeamsAuth } from "./fixture.ts";

/** Tables of the previous library: `newer` is the last release, with several teams per member. */
const tables = {
  older: `
    create table "organization" ("id" text not null primary key, "name" text not null, "slug" text not null unique, "logo" text, "createdAt" date not null, "metadata" text);
    create table "member" ("id" text not null primary key, "organizationId" text not null references "organization" ("id"), "userId" text not null, "role" text not null, "teamId" text, "createdAt" date not null);
    create table "team" ("id" text not null primary key, "name" text not null, "organizationId" text not null references "organization" ("id"), "createdAt" date not null, "updatedAt" date);`,
  newer: `
    create table "organization" ("id" text not null primary key, "name" text not null, "slug" text not null unique, "logo" text, "createdAt" date not null, "metadata" text);
    create table "member" ("id" text not null primary key, "organizationId" text not null references "organization" ("id") on delete cascade, "userId" text not null, "role" text not null, "createdAt" date not null);
    create table "team" ("id" text not null primary key, "name" text not null, "memberCount" integer not null, "organizationId" text not null references "organization" ("id") on delete cascade, "createdAt" date not null, "updatedAt" date);
    create table "teamMember" ("id" text not null primary key, "teamId" text not null references "team" ("id") on delete cascade, "userId" text not null, "membershipKey" text unique, "createdAt" date);`,
};

/** An auth over such a database: an organization, a team and an owner, as that library stored them. */
async function open(version: keyof typeof tables): Promise<{ readonly fixture: TeamsAuth; readonly owner: Owner }> {
  const file = new DatabaseSync(":memory:");
  file.exec(tables[version]);
  const database = sqlite(file);
  const fixture = openTeams({ config: { database } });
  const plan = await planMigration(database, fixture.auth.schema);
  expect(plan.warnings).toEqual([]);
  await plan.apply();
  const owner = await fixture.signUp("owner@example.com");
  const at = "2025-01-01T00:00:00.000Z";
  const { id } = owner.user;
  file.exec(`insert into "organization" ("id", "name", "slug", "createdAt") values ('acme', 'Acme', 'acme', '${at}')`);
  if (version === "older") {
    file.exec(
      `insert into "team" ("id", "name", "organizationId", "createdAt") values ('first', 'Acme', 'acme', '${at}')`,
    );
    file.exec(
      `insert into "member" ("id", "organizationId", "userId", "role", "teamId", "createdAt") values ('m', 'acme', '${id}', 'owner', 'first', '${at}')`,
    );
  } else {
    file.exec(
      `insert into "team" ("id", "name", "memberCount", "organizationId", "createdAt") values ('first', 'Acme', 1, 'acme', '${at}')`,
    );
    file.exec(
      `insert into "member" ("id", "organizationId", "userId", "role", "createdAt") values ('m', 'acme', '${id}', 'owner', '${at}')`,
    );
    file.exec(
      `insert into "teamMember" ("id", "teamId", "userId", "membershipKey", "createdAt") values ('tm', 'first', '${id}', 'key', '${at}')`,
    );
  }
  return { fixture, owner };
}
type Owner = Awaited<ReturnType<TeamsAuth["signUp"]>>;

describe.each(["older", "newer"] as const)("tables of the previous library, %s,", (version) => {
  test("work with teams unchanged", async () => {
    const { fixture, owner } = await open(version);
    const { organization } = owner.client;
    await organization.setActive({ organizationId: "acme" });
    const first = { id: "first", name: "Acme", organizationId: "acme", updatedAt: null };
    expect((await organization.listTeams()).data).toMatchObject([first]);
    expect((await organization.getFullOrganization()).data).toMatchObject({ teams: [first] });
    const created = await organization.createTeam({ name: "Sales" });
    const teamId = created.data?.id ?? "";
    expect(await organization.updateTeam({ teamId, data: { name: "Support" } })).toMatchObject({ error: null });
    await organization.addTeamMember({ teamId, userId: owner.user.id });
    expect(await peopleIn(fixture, teamId)).toEqual([owner.user.id]);
    await organization.removeTeamMember({ teamId, userId: owner.user.id });
    expect((await organization.removeTeam({ teamId })).error).toBe(null);
  });

  test("identify the members of a team", async () => {
    const { owner } = await open(version);
    const { organization } = owner.client;
    await organization.createTeam({ name: "Sales", organizationId: "acme" });
    expect(errorOf(await organization.removeTeam({ teamId: "first" }))).toBe(
      "403 YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM",
    );
    expect((await organization.setActiveTeam({ teamId: "first" })).data).toMatchObject({ id: "first" });
  });
});

test("in the older ones a member is in one team, which stays their first", async () => {
  const { fixture, owner } = await open("older");
  const { organization } = owner.client;
  const created = await organization.createTeam({ name: "Sales", organizationId: "acme" });
  await organization.addTeamMember({ teamId: created.data?.id ?? "", userId: owner.user.id });
  expect(await placeOf(fixture, "acme", owner)).toBe("first");
});
