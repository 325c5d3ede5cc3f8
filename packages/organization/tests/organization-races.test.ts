import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { sessionModel, text, withColumns } from "@keyhold/core/plugin";
import { invitationModel, memberModel, organizationModel } from "@keyhold/organization/plugin";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { found, join, type OrganizationAuth, openOrganizations, type Person } from "./fixture.ts";
import { invite, signUpVerified } from "./invited.ts";

const services = inject("services");
const callers = 16;
const rounds = 5;
const limit = 5;
const workingModel = withColumns(sessionModel, { activeOrganizationId: text().optional() });

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
      {
        organizationLimit: ({ email }) => (email.startsWith("limited") ? limit : Number.POSITIVE_INFINITY),
        requireEmailVerificationOnInvitation: false,
      },
      { database },
    );
    await (await planMigration(database, fixture.auth.schema)).apply();
    people = await Promise.all(
      Array.from({ length: callers }, (_, number) => signUpVerified(fixture, `person${number}@example.com`)),
    );
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });
  afterEach(() => expect(fixture.logged).toEqual([]));

  const person = (number: number): Person => people[number] ?? expect.unreachable("There are not enough users.");
  const post = ({ browser }: Person, path: string, body: object) => browser.post(`/organization/${path}`, body);
  const nextSlug = () => {
    made += 1;
    return `company-${made}`;
  };

  async function race(ask: (caller: number) => Promise<Response>): Promise<readonly (string | null)[]> {
    return Promise.all(
      people.map(async (_, caller) => {
        const response = await ask(caller);
        const body = await response.json();
        expect({ status: response.status, body }).toMatchObject({ status: expect.toSatisfy((status) => status < 500) });
        return response.ok ? null : body.code;
      }),
    );
  }
  const wins = (codes: readonly (string | null)[]) => codes.filter((code) => code === null).length;
  const failures = (codes: readonly (string | null)[]) => [...new Set(codes.filter((code) => code !== null))];

  test("a slug wanted by sixteen users goes to one of them, in any case of its letters", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const slug = nextSlug();
      const spellings = [slug, slug.toUpperCase(), ` ${slug} `];
      const codes = await race((caller) =>
        post(person(caller), "create", { name: "Shop", slug: spellings[caller % 3] }),
      );
      expect(wins(codes)).toBe(1);
      expect(failures(codes)).toEqual(["ORGANIZATION_ALREADY_EXISTS"]);
      expect(await fixture.db.count(organizationModel, { slug })).toBe(1);
    }
  });

  test("a slug wanted by sixteen organizations goes to one of them", async () => {
    for (const owner of people) await found(owner, nextSlug());
    for (let round = 0; round < rounds; round += 1) {
      const slug = nextSlug();
      const codes = await race((caller) => post(person(caller), "update", { data: { slug, name: `Shop ${round}` } }));
      expect(wins(codes)).toBe(1);
      expect(failures(codes)).toEqual(["ORGANIZATION_ALREADY_EXISTS"]);
      expect(await fixture.db.count(organizationModel, { slug })).toBe(1);
      expect(await fixture.db.count(organizationModel, { name: `Shop ${round}` })).toBe(1);
      await fixture.db.remove(organizationModel, { slug });
      for (const [caller, code] of codes.entries()) if (code === null) await found(person(caller), nextSlug());
    }
  });

  test("the limit of organizations holds", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const limited = await fixture.signUp(`limited${round}@example.com`);
      const codes = await race(() => post(limited, "create", { name: "Shop", slug: nextSlug() }));
      expect(wins(codes)).toBe(limit);
      expect(failures(codes)).toEqual(["YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"]);
      expect(await fixture.db.count(memberModel, { userId: limited.user.id })).toBe(limit);
    }
  });

  test("an organization is deleted once, and concurrent calls leave no row of it behind", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const owner = person(0);
      const organizationId = await found(owner, nextSlug());
      for (const { user } of people.slice(1, 4))
        await join(fixture, { organizationId, userId: user.id, role: "owner" });
      const invited = await Promise.all(
        people.slice(4, 8).map(({ user }) => invite({ owner, organizationId }, { email: user.email })),
      );
      const codes = await race((caller) => {
        const asking = person(caller % 8);
        if (caller < 4) return post(asking, "delete", { organizationId });
        if (caller < 8) return post(asking, "accept-invitation", { invitationId: invited[caller - 4]?.id });
        if (caller < 12) return post(asking, "set-active", { organizationId });
        if (caller % 2 === 0) return post(person(1), "update", { organizationId, data: { name: `Name ${caller}` } });
        const email = `guest${round}-${caller}@example.com`;
        return post(person(2), "invite-member", { organizationId, email, role: "member" });
      });
      expect(wins(codes.slice(0, 4))).toBe(1);
      expect(failures(codes.slice(0, 4))).toEqual(["USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"]);
      expect(await fixture.db.count(organizationModel, { id: organizationId })).toBe(0);
      expect(await fixture.db.count(memberModel, { organizationId })).toBe(0);
      expect(await fixture.db.count(invitationModel, { organizationId })).toBe(0);
      expect(await fixture.db.count(workingModel, { activeOrganizationId: organizationId })).toBe(0);
    }
  });

  test("a member removed during setActive does not keep it as their active organization", async () => {
    const owner = person(0);
    for (let round = 0; round < rounds; round += 1) {
      const organizationId = await found(owner, nextSlug());
      const others = people.slice(1, 9);
      const members = await Promise.all(
        others.map(({ user }) => join(fixture, { organizationId, userId: user.id, role: "member" })),
      );
      await race((caller) => {
        const member = members[caller >> 1];
        if (caller % 2 === 0) return post(others[caller >> 1] as Person, "set-active", { organizationId });
        return post(owner, "remove-member", { organizationId, memberIdOrEmail: member?.id });
      });
      expect(await fixture.db.count(memberModel, { organizationId })).toBe(1);
      const working = { activeOrganizationId: organizationId };
      expect(await fixture.db.list(workingModel, working, { orderBy: "id", limit: 9 })).toMatchObject([
        { userId: owner.user.id },
      ]);
    }
  });
});
