import { createClock, memoryStorage } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { join, openCompany } from "./fixture.ts";
import { all, colleague, errorOf, memberOf, storedRolesOf } from "./memberships.ts";

const notFound = { status: 400, code: "MEMBER_NOT_FOUND" };
const onlyOwner = { status: 400, code: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" };

describe("POST /organization/leave", () => {
  test("ends the caller's membership, returns it, and emits the event", async () => {
    const company = await openCompany();
    const { fixture, member, organizationId } = company;
    const before = await memberOf(company, member);
    const { data } = await member.client.organization.leave({ organizationId });
    expect(data).toEqual(before);
    expect(await memberOf(company, member)).toBe(null);
    expect(fixture.events.at(-1)).toMatchObject({
      type: "member.removed",
      member: { userId: member.user.id },
      actorId: member.user.id,
    });
    expect(errorOf(await member.client.organization.leave({ organizationId }))).toEqual(notFound);
  });

  test.each([
    ["in the secondary storage", { secondaryStorage: true, cookieCache: false }],
    ["in cookies", { secondaryStorage: false, cookieCache: true }],
    ["nowhere", { secondaryStorage: false, cookieCache: false }],
  ])(
    "the former member has no active organization in any browser, with a session cache in %s",
    async (_where, kept) => {
      const { secondaryStorage = false, cookieCache = false } = kept;
      const clock = createClock();
      const storage = secondaryStorage ? { secondaryStorage: memoryStorage({ now: clock.now }) } : {};
      const config = { now: clock.now, ...storage, session: { cookieCache: { enabled: cookieCache } } };
      const company = await openCompany({}, config);
      const { fixture, member, admin, organizationId } = company;
      const other = fixture.visit();
      await other.client.signIn.email({ email: member.user.email, password: member.password });
      const active = async ({ client }: Pick<typeof member, "client">, disableCookieCache = false) =>
        (await client.getSession({ disableCookieCache })).data?.session.activeOrganizationId;
      for (const { client } of [member, other, admin]) await client.organization.setActive({ organizationId });
      // No session cache entry is written before, because the session has just changed.
      clock.forward({ minutes: 3 });
      for (const one of [member, other, admin]) expect(await active(one)).toBe(organizationId);
      await fixture.auth.idle();

      await member.client.organization.leave({ organizationId });
      // The calling browser gets a new cookie with the response; other browsers keep the cookie cache until it expires.
      expect(await active(member)).toBe(null);
      expect(await active(other, cookieCache)).toBe(null);
      expect(errorOf(await other.client.organization.getActiveMember())).toEqual({
        status: 400,
        code: "NO_ACTIVE_ORGANIZATION",
      });
      expect(await active(admin)).toBe(organizationId);
    },
  );

  // I36
  test.each(["owner", "owner,admin", "admin,owner", " admin , owner"])(
    "the only owner, stored as %j, cannot leave without another owner",
    async (role) => {
      const company = await openCompany();
      const { fixture, owner, admin, organizationId } = company;
      const alone = await colleague(company, "alone", role);
      expect((await owner.client.organization.leave({ organizationId })).error).toBe(null);
      expect(errorOf(await alone.client.organization.leave({ organizationId }))).toEqual(onlyOwner);
      expect((await admin.client.organization.leave({ organizationId })).error).toBe(null);
      await join(fixture, { organizationId, userId: owner.user.id, role: "member" });
      expect(errorOf(await alone.client.organization.leave({ organizationId }))).toEqual(onlyOwner);
      await join(fixture, { organizationId, userId: admin.user.id, role: "admin,owner" });
      expect((await alone.client.organization.leave({ organizationId })).error).toBe(null);
      expect(await storedRolesOf(company, alone, admin)).toEqual([null, "admin,owner"]);
    },
  );

  test("an owner is found among many other members", async () => {
    const company = await openCompany({ creatorRole: "founder", roles: { founder: {}, "founder-friend": {} } });
    const { owner, organizationId } = company;
    for (let number = 0; number < 120; number += 1) await colleague(company, `friend${number}`, "founder-friend");
    expect(errorOf(await owner.client.organization.leave({ organizationId }))).toEqual(onlyOwner);
    await colleague(company, "second", "founder-friend,founder");
    expect((await owner.client.organization.leave({ organizationId })).error).toBe(null);
  });

  // I38
  test("leaving a foreign organization fails like leaving one that does not exist", async () => {
    const company = await openCompany();
    const { outsider, organizationId, foreignId } = company;
    const before = await all(company);
    for (const named of [organizationId, "nothing"])
      expect(errorOf(await outsider.client.organization.leave({ organizationId: named }))).toEqual(notFound);
    expect(await all(company)).toEqual(before);
    expect((await outsider.client.getSession()).data?.session.activeOrganizationId).toBe(foreignId);
  });

  test("needs an organization id and a session", async () => {
    const { fixture, member, organizationId } = await openCompany();
    expect((await member.browser.post("/organization/leave", {})).status).toBe(400);
    expect(errorOf(await fixture.client.organization.leave({ organizationId }))).toEqual({
      status: 401,
      code: "UNAUTHORIZED",
    });
  });

  test("a server-side call acts for the user of its headers", async () => {
    const company = await openCompany();
    const { fixture, member, organizationId } = company;
    const { leave } = fixture.auth.api.organization;
    await expect(leave({ organizationId })).rejects.toMatchObject({ status: 401 });
    const left = await leave({ organizationId }, { headers: member.browser.headers() });
    expect(left).toMatchObject({ userId: member.user.id, organizationId, role: "member" });
  });
});
