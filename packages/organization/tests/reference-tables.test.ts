import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { invitationModel, memberModel, organizationModel } from "@keyhold/organization/plugin";
import { teamMemberModel, teamModel, teams } from "@keyhold/organization/teams";
import { createTestAuth } from "@keyhold/testing";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import {
  createReferenceOrganizationTables,
  type Generation,
} from "../../../tests/harness/reference-organization-tables.ts";

const services = inject("services");

const openFixture = (database: KyselyDatabase) =>
  createTestAuth({
    plugins: [organization({ requireEmailVerificationOnInvitation: false }), teams()] as const,
    clientPlugins: [organizationClient()] as const,
    config: { database, user: { deleteUser: { enabled: true, confirmByMail: false } } },
  });
type Fixture = ReturnType<typeof openFixture>;
type Person = Awaited<ReturnType<Fixture["signUp"]>>;

const cases = databaseTypes(services).flatMap((type) =>
  (["early", "late"] as const).map((generation): [FreshDatabase["type"], Generation] => [type, generation]),
);

describe.each(cases)(
  "organizations of the previous library, on %s, in its %s tables, after the migration:",
  (type, generation) => {
    let fresh: FreshDatabase;
    let database: KyselyDatabase;
    let fixture: Fixture;
    let owner: Person;
    let admin: Person;
    let guest: Person;
    const isLate = generation === "late";
    const hookName = "2025-06-01T10:00:00";
    const createdAt = new Date(`${hookName}.000Z`);

    /** A date in that library's format. */
    const written = (text: string): string => {
      if (type === "sqlite") return `${text}.000Z`;
      return type === "postgres" ? `${text}Z` : text.replace("T", " ");
    };

    beforeEach(async () => {
      fresh = await freshDatabase(type, services);
      database = openDatabase(fresh);
      await createReferenceOrganizationTables(fresh, generation);
      fixture = openFixture(database);
      const before = createTestAuth({ config: { database } });
      const people: Record<string, string> = {};
      for (const name of ["owner", "admin", "guest"]) {
        people[name] = (await before.signUp(`${name}@example.com`)).user.id;
      }
      await writeRows(people);
      await (await planMigration(database, fixture.auth.schema)).apply();
      expect((await planMigration(database, fixture.auth.schema)).isEmpty).toBe(true);
      [owner, admin, guest] = [await signIn("owner"), await signIn("admin"), await signIn("guest")];
    });
    afterEach(async () => {
      await database.close();
      await fresh.drop();
    });

    async function signIn(name: string): Promise<Person> {
      const email = `${name}@example.com`;
      const visitor = fixture.visit();
      const password = "correct horse battery staple";
      await visitor.client.signIn.email({ email, password });
      const user = await fixture.db.find(userModel, { email });
      if (!user) throw new Error("No user has this email address.");
      return { ...visitor, password, user };
    }

    async function writeRows({ owner, admin }: Record<string, string>): Promise<void> {
      const { kysely } = database;
      const date = written(hookName);
      const write = (table: string, ...rows: readonly object[]) => kysely.insertInto(table).values(rows).execute();
      await write(
        "organization",
        { id: "acme", name: "Acme", slug: "acme", logo: null, createdAt: date, metadata: '{"plan":"gold","seats":5}' },
        { id: "old", name: "Old", slug: "Old Name", logo: "x", createdAt: date, metadata: "null" },
      );
      const shared = { organizationId: "acme", createdAt: date };
      const team = { ...shared, name: "Sales", updatedAt: null };
      await write("team", isLate ? { ...team, id: "sales", memberCount: 1 } : { ...team, id: "sales" });
      const place = isLate ? {} : { teamId: "sales" };
      await write(
        "member",
        { ...shared, ...place, id: "m1", userId: owner, role: "owner" },
        { ...shared, ...place, id: "m2", userId: admin, role: "admin,member" },
        { ...shared, ...place, id: "m3", userId: owner, role: "member, owner", organizationId: "old" },
      );
      if (isLate) await write("teamMember", { id: "t1", teamId: "sales", userId: admin, createdAt: null });
      const invited = { organizationId: "acme", status: "pending", inviterId: owner, teamId: null };
      const open = { ...invited, expiresAt: written("2027-01-01T00:00:00"), ...(isLate && { createdAt: date }) };
      await write(
        "invitation",
        { ...open, id: "i1", email: "guest@example.com", role: "admin" },
        { ...open, id: "i2", email: "else@example.com", role: null },
        { ...open, id: "i3", email: "past@example.com", role: "member", expiresAt: date, inviterId: admin },
      );
    }

    const rowsOf = async (organizationId: string) => ({
      organizations: await fixture.db.count(organizationModel, { id: organizationId }),
      members: await fixture.db.count(memberModel, { organizationId }),
      invitations: await fixture.db.count(invitationModel, { organizationId }),
      teams: await fixture.db.count(teamModel, { organizationId }),
    });

    test("are read as stored", async () => {
      const { list, getFullOrganization, getOrganization } = owner.client.organization;
      const old = { id: "old", name: "Old", slug: "Old Name", logo: "x", createdAt, metadata: "null" };
      const acme = { id: "acme", slug: "acme", createdAt, metadata: '{"plan":"gold","seats":5}' };
      expect((await list()).data).toMatchObject([acme, old]);
      expect((await getOrganization({ organizationSlug: "Old Name" })).data).toMatchObject(old);
      const { data } = await getFullOrganization({ organizationId: "acme" });
      expect(data).toMatchObject({
        ...acme,
        members: [
          { id: "m1", role: "owner", createdAt, user: { email: "owner@example.com" } },
          { id: "m2", role: "admin,member", user: { email: "admin@example.com" } },
        ],
        teams: [{ id: "sales", name: "Sales", updatedAt: null }],
      });
      expect(data?.invitations.map(({ id, role, status, createdAt }) => [id, role, status, createdAt])).toEqual(
        expect.arrayContaining([
          ["i1", "admin", "pending", isLate ? createdAt : null],
          ["i2", null, "pending", isLate ? createdAt : null],
          ["i3", "member", "pending", isLate ? createdAt : null],
        ]),
      );
    });

    test("are changed, beside new ones, by their stored roles", async () => {
      const { create, update } = admin.client.organization;
      const changed = await update({ organizationId: "acme", data: { name: "Acme Inc.", slug: "acme-inc" } });
      expect(changed.data).toEqual({
        ...{ id: "acme", name: "Acme Inc.", slug: "acme-inc", logo: null, createdAt },
        metadata: { plan: "gold" },
      });
      expect((await update({ organizationId: "old", data: { name: "Mine" } })).error?.code).toBe(
        "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
      );
      expect((await owner.client.organization.update({ organizationId: "old", data: { slug: "old" } })).data).toEqual({
        ...{ id: "old", name: "Old", slug: "old", logo: "x", createdAt },
      });
      expect((await create({ name: "New", slug: "acme-inc" })).error?.code).toBe("ORGANIZATION_ALREADY_EXISTS");
      expect((await create({ name: "New", slug: "acme" })).data).toMatchObject({ members: [{ role: "owner" }] });
    });

    test("accept members by invitations sent before", async () => {
      const { acceptInvitation, setActive } = guest.client.organization;
      expect((await setActive({ organizationId: "acme" })).error?.code).toBe(
        "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
      );
      const accepted = await acceptInvitation({ invitationId: "i1" });
      expect(accepted.data).toMatchObject({ invitation: { status: "accepted" }, member: { role: "admin" } });
      expect((await guest.client.getSession()).data?.session.activeOrganizationId).toBe("acme");
      expect((await setActive({ organizationId: "acme" })).data?.members).toHaveLength(3);
    });

    test("are deleted with all their rows, even without foreign keys in the tables", async () => {
      await owner.client.organization.setActive({ organizationId: "acme" });
      expect(await rowsOf("acme")).toEqual({ organizations: 1, members: 2, invitations: 3, teams: 1 });
      expect((await admin.client.organization.delete({ organizationId: "acme" })).error?.status).toBe(403);
      expect((await owner.client.organization.delete({ organizationId: "acme" })).data).toMatchObject({ id: "acme" });
      expect(await rowsOf("acme")).toEqual({ organizations: 0, members: 0, invitations: 0, teams: 0 });
      expect(await fixture.db.count(teamMemberModel, { teamId: "sales" })).toBe(0);
      expect((await owner.client.getSession()).data?.session.activeOrganizationId).toBe(null);
      expect(await rowsOf("old")).toMatchObject({ organizations: 1, members: 1 });
      expect(fixture.logged).toEqual([]);
    });

    test("keep their only owner, and every other user can delete their account", async () => {
      const leave = async ({ client, password }: Person) => (await client.deleteUser({ password })).error;
      const refused = await leave(owner);
      expect(refused?.code).toBe("YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION");
      expect(refused?.issues?.map(({ path }) => path).sort()).toEqual(["Old Name", "acme"]);
      expect(await leave(admin)).toBe(null);
      expect(await fixture.db.count(userModel, { id: admin.user.id })).toBe(0);
      expect(await rowsOf("acme")).toEqual({ organizations: 1, members: 1, invitations: 2, teams: 1 });
      expect(await fixture.db.count(teamMemberModel, { userId: admin.user.id })).toBe(0);
      expect(fixture.logged).toEqual([]);
    });
  },
);
