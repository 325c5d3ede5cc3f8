import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { memory } from "@keyhold/adapter-memory";
import { counted } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { noting } from "../../../tests/harness/noted-statements.ts";
import { found, openCompany, openOrganizations } from "./fixture.ts";
import { colleague, errorOf } from "./memberships.ts";

type Members = readonly { readonly user: { readonly name: string } }[] | undefined;
const names = (members: Members) => members?.map(({ user }) => user.name);

/** Seven users, who joined in sequence. */
async function openTeam() {
  const company = await openCompany();
  for (const [name, role] of [
    ["ann", "member"],
    ["bob", "admin,member"],
    ["cleo", "owner,admin"],
    ["dan", "member"],
  ] as const) {
    company.fixture.clock.forward({ seconds: 1 });
    await colleague(company, name, role);
  }
  return company;
}

describe("GET /organization/list-members", () => {
  test("lists members page by page in the order of joining, with their total", async () => {
    const { member, organizationId } = await openTeam();
    const { listMembers } = member.client.organization;
    const first = await listMembers({ organizationId, limit: 4 });
    expect(first.error).toBe(null);
    expect(new Set(names(first.data?.members)?.slice(0, 3))).toEqual(new Set(["owner", "admin", "member"]));
    expect(first.data).toMatchObject({ total: 7, nextCursor: expect.any(String) });
    const second = await listMembers({ organizationId, limit: 4, cursor: first.data?.nextCursor ?? "" });
    expect(names(second.data?.members)).toEqual(["bob", "cleo", "dan"]);
    expect(second.data).toMatchObject({ total: 7, nextCursor: null });
  });

  test("returns a null cursor on a page ending with the last member", async () => {
    const { member, organizationId } = await openTeam();
    const { data } = await member.client.organization.listMembers({ organizationId, limit: 7 });
    expect(data?.members).toHaveLength(7);
    expect(data?.nextCursor).toBe(null);
  });

  test("shows only the membership of each member, and id, name, email address and picture of the user", async () => {
    const { member, organizationId } = await openCompany();
    const { data } = await member.client.organization.listMembers({ organizationId });
    for (const shown of data?.members ?? []) {
      expect(Object.keys(shown).sort()).toEqual(["createdAt", "id", "organizationId", "role", "user", "userId"]);
      expect(Object.keys(shown.user).sort()).toEqual(["email", "id", "image", "name"]);
    }
  });

  test.each(["asc", "desc"] as const)("sorts by joining or by role (%s), over pages", async (sortDirection) => {
    const { member, organizationId } = await openTeam();
    const read = async (sortBy: "createdAt" | "role") => {
      const all: { readonly role: string; readonly createdAt: Date }[] = [];
      let cursor: string | undefined;
      do {
        const page = { organizationId, sortBy, sortDirection, limit: 2, ...(cursor && { cursor }) };
        const { data } = await member.client.organization.listMembers(page);
        all.push(...(data?.members ?? []));
        cursor = data?.nextCursor ?? undefined;
      } while (cursor);
      return all;
    };
    const sorted = <Value extends string | number>(values: readonly Value[]) => {
      const ascending = values.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
      return sortDirection === "asc" ? ascending : ascending.toReversed();
    };
    const roles = (await read("role")).map(({ role }) => role);
    expect(roles).toHaveLength(7);
    expect(roles).toEqual(sorted(roles));
    const times = (await read("createdAt")).map(({ createdAt }) => createdAt.getTime());
    expect(times).toHaveLength(7);
    expect(times).toEqual(sorted(times));
  });

  test("filters members by role, alone or beside others, and counts them", async () => {
    const { member, organizationId } = await openTeam();
    const having = async (role: string) => {
      const { data } = await member.client.organization.listMembers({ organizationId, role });
      expect(data?.total).toBe(data?.members.length);
      return names(data?.members)?.toSorted();
    };
    expect(await having("owner")).toEqual(["cleo", "owner"]);
    expect(await having("admin")).toEqual(["admin", "bob", "cleo"]);
    expect(await having("owner, admin")).toEqual(["admin", "bob", "cleo", "owner"]);
    for (const none of ["", ",", "OWNER", "own", "owner%", "guest"]) expect(await having(none)).toEqual([]);
    const paged = await member.client.organization.listMembers({ organizationId, role: "admin", limit: 1 });
    expect(paged.data).toMatchObject({ total: 3, nextCursor: expect.any(String) });
  });

  test("defaults to the active organization, and accepts a slug", async () => {
    const { owner, outsider } = await openCompany();
    expect((await owner.client.organization.listMembers()).data?.total).toBe(3);
    expect((await owner.client.organization.listMembers({ organizationSlug: "ACME" })).data?.total).toBe(3);
    expect((await outsider.client.organization.listMembers()).data?.total).toBe(1);
  });

  test("is for members only: a foreign organization gets the same answer as one that does not exist", async () => {
    const { fixture, outsider, member, organizationId } = await openCompany();
    for (const named of [
      { organizationId },
      { organizationSlug: "acme" },
      { organizationId: "nothing" },
      { organizationSlug: "nothing" },
    ])
      expect(errorOf(await outsider.client.organization.listMembers(named))).toEqual({
        status: 403,
        code: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
      });
    expect(errorOf(await member.client.organization.listMembers())).toEqual({
      status: 400,
      code: "NO_ACTIVE_ORGANIZATION",
    });
    expect(errorOf(await fixture.client.organization.listMembers({ organizationId }))).toEqual({
      status: 401,
      code: "UNAUTHORIZED",
    });
  });

  test.each([
    ["offset", "10"],
    ["filterField", "role"],
    ["limit", "0"],
    ["limit", "1001"],
    ["cursor", "nonsense"],
    ["sortBy", "userId"],
    ["sortDirection", "down"],
  ])("names an unknown parameter in its error: %s=%s", async (name, value) => {
    const { owner } = await openCompany();
    const response = await owner.browser.get("/organization/list-members", { [name]: value });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: name }] });
  });

  test("takes a constant number of statements, however many members there are", async () => {
    const database = counted(memory());
    const company = await openCompany({ membershipLimit: 1000 }, { database });
    const headers = company.owner.browser.headers();
    const looks = async () => {
      database.reset();
      await company.fixture.auth.api.organization.listMembers({ role: "admin", sortBy: "role" }, { headers });
      return database.calls.map(({ verb }) => verb);
    };
    const grow = async (from: number, to: number) => {
      for (let number = from; number < to; number += 1) await colleague(company, `person${number}`, "member");
    };
    expect(await looks()).toEqual(["find", "find", "list", "list", "count"]);
    await grow(0, 150);
    // A further list: from "member", which fills a page, to the next lower text.
    expect(await looks()).toEqual(["find", "find", "list", "list", "list", "count"]);
    await grow(150, 300);
    expect(await looks()).toEqual(["find", "find", "list", "list", "list", "count"]);
  });

  test("serves a server-side call with the headers of a request", async () => {
    const { fixture, owner, organizationId } = await openCompany();
    const headers = owner.browser.headers();
    const page = await fixture.auth.api.organization.listMembers({ limit: 2 }, { headers });
    expect(page).toMatchObject({ total: 3, members: [{ organizationId }, {}], nextCursor: expect.any(String) });
  });

  test("counts, sorts and filters by index, however many members there are", async () => {
    const ran: string[] = [];
    const file = new DatabaseSync(":memory:");
    const database = sqlite(noting(file, ran));
    const fixture = openOrganizations({}, { database });
    await (await planMigration(database, fixture.auth.schema)).apply();
    const owner = await fixture.signUp("owner@example.com");
    await found(owner, "acme");
    ran.splice(0);
    for (const input of [{ role: "owner", sortBy: "role" }, {}, { sortBy: "role", sortDirection: "desc" }] as const)
      await fixture.auth.api.organization.listMembers(input, { headers: owner.browser.headers() });
    const ofMembers = ran.filter((sql) => /from "member"/.test(sql));
    expect(ofMembers.length).toBeGreaterThan(7);
    for (const sql of ofMembers) {
      const slots = sql.match(/\?/g)?.length ?? 0;
      const plan = file.prepare(`explain query plan ${sql}`).all(...new Array(slots).fill(1));
      expect(plan.filter(({ detail }) => String(detail).startsWith("SCAN"))).toEqual([]);
    }
    await database.close();
  });
});
