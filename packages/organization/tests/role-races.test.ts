import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { invitationModel, memberModel } from "@keyhold/organization/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { found, join, type OrganizationAuth, openOrganizations, type Person } from "./fixture.ts";
import { signUpVerified } from "./invited.ts";

const services = inject("services");
const callers = 16;
const rounds = 5;
const everyCaller = Array.from({ length: callers }, (_, caller) => caller);

type Answer = { readonly error: { readonly code: string; readonly status: number } | null };

describe.each(databaseTypes(services))("sixteen callers at once on %s:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let fixture: OrganizationAuth;
  let owner: Person;
  let people: readonly Person[];
  let organizationId: string;
  let made = 0;
  /** In the order of the locks on the organization. */
  let locked: string[];

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    fixture = openOrganizations(
      { roleLimit: 5 },
      {
        database,
        hooks: {
          "role.create": (draft) => {
            locked.push(draft.role);
            return draft;
          },
          "role.update": (change) => {
            locked.push("update");
            return change;
          },
        },
      },
    );
    await (await planMigration(database, fixture.auth.schema)).apply();
    owner = await signUpVerified(fixture, "owner@example.com");
    people = await Promise.all(everyCaller.map((number) => signUpVerified(fixture, `person${number}@example.com`)));
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  /** A new organization with sixteen members with this role, and a role "billing". */
  async function open(role: string, permission: Record<string, string[]> = {}): Promise<void> {
    made += 1;
    locked = [];
    organizationId = await found(owner, `acme-${made}`);
    for (const { user } of people) await join(fixture, { organizationId, userId: user.id, role });
    await owner.client.organization.createRole({ role: "billing", permission, organizationId });
  }

  /** Sixteen concurrent calls; returns the error code of each, or null. */
  async function race(ask: (caller: number) => Promise<Answer>): Promise<readonly (string | null)[]> {
    const answers = await Promise.all(everyCaller.map(ask));
    expect(answers.filter(({ error }) => error && error.status >= 500)).toEqual([]);
    return answers.map(({ error }) => error?.code ?? null);
  }

  const wins = (codes: readonly (string | null)[]) => codes.filter((code) => code === null).length;
  const roles = async () =>
    (await owner.client.organization.listRoles({ organizationId })).data
      ?.filter(({ isFixed }) => !isFixed)
      .map(({ role }) => role);
  const members = () => fixture.db.list(memberModel, { organizationId }, { orderBy: "id", limit: 100 });
  const invitations = () => fixture.db.list(invitationModel, { organizationId }, { orderBy: "id", limit: 100 });
  const assignments = async (role: string) =>
    [...(await members()), ...(await invitations())].filter((row) => row.role?.split(",").includes(role)).length;
  const person = (caller: number): Person => people[caller % people.length] ?? owner;

  test("of many roles with one name one is created", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await open("admin");
      const names = ["desk", "DESK", " Desk "];
      const codes = await race((caller) =>
        person(caller).client.organization.createRole({
          role: names[caller % 3] ?? "",
          permission: {},
          organizationId,
        }),
      );
      expect(wins(codes)).toBe(1);
      expect(codes.filter((code) => code !== null)).toEqual(Array(callers - 1).fill("ROLE_ALREADY_EXISTS"));
      expect(await roles()).toEqual(["billing", "desk"]);
    }
  });

  test("no more roles are created than the limit allows", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await open("admin");
      const codes = await race((caller) =>
        person(caller).client.organization.createRole({ role: `role${caller}`, permission: {}, organizationId }),
      );
      expect(wins(codes)).toBe(4);
      expect(codes.filter((code) => code !== null)).toEqual(Array(callers - 4).fill("ROLE_LIMIT_REACHED"));
      expect(await roles()).toHaveLength(5);
    }
  });

  test("a removed role was assigned to no member, and an assigned role is not removed", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await open("member");
      const all = await members();
      const codes = await race((caller) => {
        const { organization } = owner.client;
        if (caller % 4 === round % 4) return organization.deleteRole({ roleName: "billing", organizationId });
        const invited = { email: `dan${caller}@example.com`, role: "billing", organizationId };
        if (caller % 4 === (round + 1) % 4) return organization.inviteMember(invited);
        const memberId = all.find(({ role }) => role === "member")?.id ?? "";
        const role = caller % 4 === (round + 2) % 4 ? "billing" : ["member", "billing"];
        return organization.updateMemberRole({ memberId, role, organizationId });
      });
      const isGone = !(await roles())?.includes("billing");
      const deletions = codes.filter((_, caller) => caller % 4 === round % 4);
      expect(wins(deletions)).toBe(isGone ? 1 : 0);
      expect(new Set(deletions.filter((code) => code !== null))).toEqual(
        new Set([isGone ? "ROLE_NOT_FOUND" : "ROLE_IS_IN_USE"]),
      );
      expect((await assignments("billing")) === 0).toBe(isGone);
      expect(wins(codes) - wins(deletions) === 0).toBe(isGone);
    }
  });

  test("a role renamed meanwhile is assigned under its new name or not at all", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await open("member,billing");
      const all = await members();
      const codes = await race((caller) => {
        const { organization } = owner.client;
        if (caller % 4 === 0)
          return organization.updateRole({ roleName: "billing", data: { roleName: `desk${caller}` }, organizationId });
        const memberId = all[caller]?.id ?? "";
        return organization.updateMemberRole({ memberId, role: "billing", organizationId });
      });
      const renames = codes.filter((_, caller) => caller % 4 === 0);
      expect(wins(renames)).toBe(1);
      expect(renames.filter((code) => code !== null)).toEqual(Array(3).fill("ROLE_NOT_FOUND"));
      const [name = ""] = (await roles()) ?? [];
      expect(name).toMatch(/^desk/);
      expect(await assignments("billing")).toBe(0);
      expect(await assignments(name)).toBe(callers);
    }
  });

  test("a member uses the permissions of a role as of that moment, and not after they are revoked", async () => {
    for (let round = 0; round < rounds; round += 1) {
      await open("billing", { role: ["create"] });
      locked = [];
      const codes = await race((caller) =>
        caller === round * 3
          ? owner.client.organization.updateRole({ roleName: "billing", data: { permission: {} }, organizationId })
          : person(caller).client.organization.createRole({ role: `by${caller}`, permission: {}, organizationId }),
      );
      expect(codes[round * 3]).toBe(null);
      // A transaction that is rolled back and runs again is recorded twice.
      const after = locked.slice(locked.lastIndexOf("update") + 1);
      const refused = new Set(["YOU_ARE_NOT_ALLOWED_TO_MANAGE_ROLES", "ROLE_LIMIT_REACHED", null]);
      expect(after).toEqual([]);
      expect(codes.filter((code) => !refused.has(code))).toEqual([]);
      expect(await roles()).toHaveLength(wins(codes));
    }
  });
});
