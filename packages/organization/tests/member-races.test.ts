import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { sessionModel, text, withColumns } from "@keyhold/core/plugin";
import { memberModel } from "@keyhold/organization/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { found, join, type OrganizationAuth, openOrganizations, type Person } from "./fixture.ts";

const services = inject("services");
const callers = 16;
const rounds = 5;
const limit = 5;
const workingModel = withColumns(sessionModel, { activeOrganizationId: text().optional() });

/** A call by a user; the result is a status and a code. */
type Ask = () => Promise<Response>;
interface Answer {
  readonly status: number;
  readonly code?: string;
}

describe.each(databaseTypes(services))("sixteen callers at once on %s:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let fixture: OrganizationAuth;
  let people: readonly Person[];
  let made = 0;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    fixture = openOrganizations(
      { membershipLimit: ({ slug }) => (slug.startsWith("small") ? limit : 100) },
      { database },
    );
    await (await planMigration(database, fixture.auth.schema)).apply();
    people = await Promise.all(
      Array.from({ length: callers + 1 }, (_, number) => fixture.signUp(`person${number}@example.com`)),
    );
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  const person = (number: number): Person => people[number] ?? expect.unreachable("There are not enough users.");
  const post = ({ browser }: Person, path: string, body: object) => browser.post(`/organization/${path}`, body);

  /** A new organization of the first user; the next users are members with these roles. */
  async function open(roles: readonly string[], slug = "company") {
    made += 1;
    const organizationId = await found(person(0), `${slug}-${made}`);
    const ids: string[] = [];
    for (const [index, role] of roles.entries()) {
      const { id } = await join(fixture, { organizationId, userId: person(index + 1).user.id, role });
      ids.push(id);
    }
    const members = async () => {
      const rows = await fixture.db.list(memberModel, { organizationId }, { orderBy: "id", limit: 100 });
      return new Map(rows.map(({ userId, role }) => [userId, role]));
    };
    const owners = async () => [...(await members()).values()].filter((role) => role.split(",").includes("owner"));
    const first = await fixture.db.find(memberModel, { organizationId, userId: person(0).user.id });
    return { organizationId, ids: [first?.id ?? "", ...ids], members, owners };
  }

  /** All calls at once, sixteen callers in turn; a 5xx fails the test. */
  async function race(...asks: readonly Ask[]): Promise<readonly Answer[]> {
    const answers = await Promise.all(
      Array.from({ length: callers }, async (_, caller): Promise<Answer> => {
        const response = await (asks[caller % asks.length] as Ask)();
        const body = await response.json();
        return response.ok ? { status: response.status } : { status: response.status, code: body?.code };
      }),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    return answers;
  }
  const wins = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;
  const codes = (answers: readonly Answer[]) => new Set(answers.flatMap(({ code }) => code ?? []));

  test("of two owners who leave, step down, demote and remove each other, one stays an owner", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, ids, owners } = await open([round % 2 === 0 ? "owner" : "admin,owner", "member"]);
      const change = (by: number, of: number) => () =>
        post(person(by), "update-member-role", { memberId: ids[of], role: "member", organizationId });
      const remove = (by: number, of: number) => () =>
        post(person(by), "remove-member", { memberIdOrEmail: person(of).user.email, organizationId });
      const leave = (by: number) => () => post(person(by), "leave", { organizationId });
      await race(
        leave(0),
        leave(1),
        change(0, 0),
        change(1, 1),
        change(0, 1),
        change(1, 0),
        remove(0, 1),
        remove(1, 0),
      );
      expect((await owners()).length).toBeGreaterThan(0);
    }
  });

  test("of sixteen leaving owners one stays, and gets the error", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, members } = await open(Array(callers - 1).fill("owner"));
      const answers = await race(
        ...people.slice(0, callers).map((one) => () => post(one, "leave", { organizationId })),
      );
      expect(wins(answers)).toBe(callers - 1);
      expect(codes(answers)).toEqual(new Set(["YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"]));
      expect([...(await members()).values()]).toEqual(["owner"]);
    }
  });

  test("of sixteen owners who become members one stays an owner", async () => {
    const { organizationId, ids, owners, members } = await open(Array(callers - 1).fill("admin,owner"));
    const answers = await race(
      ...people.slice(0, callers).map((one, index) => () => {
        const role = index % 2 === 0 ? "member" : [];
        return post(one, "update-member-role", { memberId: ids[index], role, organizationId });
      }),
    );
    // An empty list of roles fails in any case.
    expect(wins(answers)).toBeLessThanOrEqual(callers / 2);
    expect((await owners()).length).toBe(callers - wins(answers));
    expect((await members()).size).toBe(callers);
  });

  test("a member removed during a change of their role stays removed", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, ids, members } = await open(["member"]);
      const change = (role: string) => () =>
        post(person(0), "update-member-role", { memberId: ids[1], role, organizationId });
      const remove = () => post(person(0), "remove-member", { memberIdOrEmail: ids[1], organizationId });
      const answers = await race(change("admin"), change("member"), change("admin,member"), remove);
      expect(wins(answers.filter((_, caller) => caller % 4 === 3))).toBe(1);
      expect(codes(answers)).toEqual(new Set(["MEMBER_NOT_FOUND"]));
      expect([...(await members()).values()]).toEqual(["owner"]);
    }
  });

  test("during a transfer of ownership with both users leaving, there is always an owner", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, ids, owners } = await open(["member"]);
      const hand = (by: number, to: number) => () =>
        post(person(by), "transfer-ownership", { memberId: ids[to], organizationId, keepRole: "member" });
      const leave = (by: number) => () => post(person(by), "leave", { organizationId });
      const answers = await race(hand(0, 1), leave(1), hand(1, 0), leave(0));
      expect(wins(answers)).toBeGreaterThan(0);
      expect((await owners()).length).toBe(1);
    }
  });

  test("exactly as many users join as the limit allows", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, members } = await open(["member"], "small");
      const { addMember } = fixture.auth.api.organization;
      const added = await Promise.allSettled(
        people.slice(1).map(({ user }) => addMember({ userId: user.id, organizationId, role: "member" })),
      );
      const refused = added.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
      // The first of them is already a member.
      expect(refused).toHaveLength(callers - (limit - 2));
      expect(new Set(refused)).toEqual(
        new Set([
          ...refused.filter((code) => code === "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"),
          "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
        ]),
      );
      expect((await members()).size).toBe(limit);
    }
  });

  test("a user added sixteen times is a member once", async () => {
    const { organizationId, members } = await open([]);
    const { addMember } = fixture.auth.api.organization;
    const input = { userId: person(1).user.id, organizationId };
    const added = await Promise.allSettled(
      Array.from({ length: callers }, (_, caller) =>
        addMember({ ...input, role: caller % 2 === 0 ? "admin" : "member" }),
      ),
    );
    const refused = added.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(refused).toEqual(Array(callers - 1).fill("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION"));
    expect((await members()).size).toBe(2);
  });

  test("no session has an organization as its active one after its user left or was removed", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId, members } = await open(["member"]);
      const one = person(1);
      const answers = await race(
        () => post(one, "set-active", { organizationId }),
        () => post(one, "set-active", { organizationId }),
        () => post(one, "leave", { organizationId }),
        () => post(person(0), "remove-member", { memberIdOrEmail: one.user.email, organizationId }),
      );
      expect(wins(answers.filter((_, caller) => caller % 4 >= 2))).toBe(1);
      expect((await members()).size).toBe(1);
      const working = { userId: one.user.id, activeOrganizationId: organizationId };
      expect(await fixture.db.count(workingModel, working)).toBe(0);
    }
  });

  test("no session that begins during a removal has the organization as its active one", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { organizationId } = await open(["member"]);
      const { user, browser } = person(1);
      expect((await post(person(1), "set-active", { organizationId })).status).toBe(200);
      const signIn = () =>
        browser.post("/sign-in/email", { email: user.email, password: "correct horse battery staple" });
      const remove = () => post(person(0), "remove-member", { memberIdOrEmail: user.email, organizationId });
      await race(signIn, signIn, remove, signIn);
      const working = { userId: user.id, activeOrganizationId: organizationId };
      expect(await fixture.db.count(workingModel, working)).toBe(0);
    }
  });
});
