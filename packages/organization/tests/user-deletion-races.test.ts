import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import type { Member } from "@keyhold/organization";
import { invitationModel, memberModel, organizationModel } from "@keyhold/organization/plugin";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { found, join, type OrganizationAuth, openOrganizations, type Person } from "./fixture.ts";
import { invite, signUpVerified } from "./invited.ts";

const services = inject("services");
const callers = 16;
const rounds = 5;

describe.each(databaseTypes(services))("sixteen callers at once on %s, some of whom delete their accounts:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let fixture: OrganizationAuth;
  let made = 0;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    fixture = openOrganizations(
      { requireEmailVerificationOnInvitation: false, invitationLimit: Number.POSITIVE_INFINITY },
      { database, user: { deleteUser: { enabled: true, confirmByMail: false } } },
    );
    await (await planMigration(database, fixture.auth.schema)).apply();
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });
  afterEach(async () => {
    expect(fixture.logged).toEqual([]);
    const users = new Set((await fixture.db.list(userModel, {}, { orderBy: "id", limit: 5000 })).map(({ id }) => id));
    const members = await fixture.db.list(memberModel, {}, { orderBy: "id", limit: 5000 });
    const referring = [
      ...members,
      ...(await fixture.db.list(sessionModel, {}, { orderBy: "id", limit: 5000 })),
      ...(await fixture.db.list(accountModel, {}, { orderBy: "id", limit: 5000 })),
    ].map(({ userId }) => userId);
    const invitations = await fixture.db.list(invitationModel, {}, { orderBy: "id", limit: 5000 });
    const unknown = [...referring, ...invitations.map(({ inviterId }) => inviterId)].filter((id) => !users.has(id));
    expect(unknown).toEqual([]);
    const owned = new Set(members.filter(isOwner).map(({ organizationId }) => organizationId));
    const organizations = await fixture.db.list(organizationModel, {}, { orderBy: "id", limit: 5000 });
    expect(organizations.filter(({ id }) => !owned.has(id))).toEqual([]);
  });

  const isOwner = ({ role }: Member) => role.split(",").includes("owner");
  const nextNumber = () => {
    made += 1;
    return made;
  };
  const signUp = () => signUpVerified(fixture, `person${nextNumber()}@example.com`);
  const open = (owner: Person) => found(owner, `company-${nextNumber()}`);
  const leave = async ({ browser, password }: Person) => browser.post("/delete-user", { password });
  const post = ({ browser }: Person, path: string, body: object) => browser.post(`/organization/${path}`, body);

  /** All calls at once; returns the error code of each, or null. */
  async function race(ask: (caller: number) => Promise<Response>): Promise<readonly (string | null)[]> {
    const everyCaller = Array.from({ length: callers }, (_, caller) => caller);
    return Promise.all(
      everyCaller.map(async (caller) => {
        const response = await ask(caller);
        const body = await response.json();
        expect({ status: response.status, body }).toMatchObject({ status: expect.toSatisfy((status) => status < 500) });
        return response.ok ? null : body.code;
      }),
    );
  }
  const wins = (codes: readonly (string | null)[]) => codes.filter((code) => code === null).length;

  test("of sixteen owners of three organizations one stays, and gets the error", async () => {
    const owners = await Promise.all(Array.from({ length: callers }, signUp));
    const shared: string[] = [];
    for (const creator of owners.slice(0, 3)) {
      const organizationId = await open(creator);
      shared.push(organizationId);
      const others = owners.filter((owner) => owner !== creator);
      for (const { user } of others) {
        await join(fixture, { organizationId, userId: user.id, role: user.id < "m" ? "owner" : "admin,owner" });
      }
    }
    const codes = await race((caller) => leave(owners[caller] as Person));
    expect(wins(codes)).toBe(callers - 1);
    expect(codes.filter((code) => code !== null)).toEqual(["YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION"]);
    for (const organizationId of shared) expect(await fixture.db.count(memberModel, { organizationId })).toBe(1);
  });

  test("of two owners one stays, despite concurrent departures, demotions and transfers", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [ann, bob, carol] = [await signUp(), await signUp(), await signUp()];
      const organizationId = await open(ann);
      const annsId = (await fixture.db.find(memberModel, { organizationId, userId: ann.user.id }))?.id ?? "";
      const { id: bobsId } = await join(fixture, { organizationId, userId: bob.user.id, role: "owner" });
      const { id: carolsId } = await join(fixture, { organizationId, userId: carol.user.id, role: "admin" });
      const asks = [
        () => leave(ann),
        () => post(bob, "leave", { organizationId }),
        () => leave(carol),
        () => post(ann, "transfer-ownership", { organizationId, memberId: carolsId }),
        () => post(bob, "update-member-role", { organizationId, memberId: annsId, role: "member" }),
        () => leave(bob),
        () => post(ann, "remove-member", { organizationId, memberIdOrEmail: bobsId }),
        () => post(bob, "update-member-role", { organizationId, memberId: carolsId, role: "owner" }),
      ];
      await race((caller) => (asks[caller % asks.length] as () => Promise<Response>)());
      const owners = await fixture.db.list(memberModel, { organizationId }, { orderBy: "id", limit: 9 });
      expect(owners.filter(isOwner).length).toBeGreaterThan(0);
    }
  });

  test("a user who creates organizations meanwhile stays with all of them, or is deleted without any membership", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const ann = await signUp();
      const number = nextNumber();
      const codes = await race((caller) => {
        if (caller % 2 === 0) return leave(ann);
        return post(ann, "create", { name: "Shop", slug: `shop-${number}-${caller}` });
      });
      const isGone = codes.some((code, caller) => code === null && caller % 2 === 0);
      const created = codes.filter((code, caller) => code === null && caller % 2 === 1).length;
      expect(await fixture.db.count(memberModel, { userId: ann.user.id })).toBe(isGone ? 0 : created);
      expect(created).toBe(isGone ? 0 : callers / 2);
    }
  });

  test("a user who is invited, accepts or invites meanwhile leaves no membership and no invitation behind", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [owner, ann] = [await signUp(), await signUp()];
      const organizationId = await open(owner);
      await join(fixture, { organizationId, userId: ann.user.id, role: "admin" });
      const invitations = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const elsewhere = await open(owner);
          return invite({ owner, organizationId: elsewhere }, { email: ann.user.email });
        }),
      );
      const number = nextNumber();
      const codes = await race((caller) => {
        const invitationId = invitations[caller >> 2]?.id;
        if (caller % 4 === 0) return leave(ann);
        if (caller % 4 === 1) return post(ann, "accept-invitation", { invitationId });
        if (caller % 4 === 2) return post(ann, "reject-invitation", { invitationId });
        const email = `guest${number}-${caller}@example.com`;
        return post(ann, "invite-member", { organizationId, email, role: "member" });
      });
      expect(codes.some((code, caller) => caller % 4 === 0 && code === null)).toBe(true);
      expect(await fixture.db.count(userModel, { id: ann.user.id })).toBe(0);
      expect(await fixture.db.count(memberModel, { organizationId })).toBe(1);
      expect(await fixture.db.count(invitationModel, { organizationId })).toBe(0);
    }
  });
});
