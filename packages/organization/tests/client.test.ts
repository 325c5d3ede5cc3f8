import { organizationStatements } from "@keyhold/organization";
import { can, organizationClient, organizationRoles, teamsClient } from "@keyhold/organization/client";
import { memberModel } from "@keyhold/organization/plugin";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { join } from "./fixture.ts";
import { type Company, openCompany } from "./teams/fixture.ts";
import { openPage, type Page, quiet, readsDuring, type StoreName, storeNames, watch } from "./watching.ts";

let company: Company;
let page: Page;
let stop: () => void;

/** The owner's page: an active organization, and subscribers on every store. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  company = await openCompany({ organization: { roleLimit: 5, requireEmailVerificationOnInvitation: false } });
  page = openPage(company.owner);
  stop = await watch(page);
});
afterEach(async () => {
  stop();
  await quiet(page);
  vi.useRealTimers();
});

const once = (...names: readonly StoreName[]) => Object.fromEntries(names.map((name) => [name, 1]));
const everything = once(...storeNames);

const memberId = async (person: "admin" | "member"): Promise<string> => {
  const { fixture, organizationId } = company;
  return (await fixture.db.find(memberModel, { organizationId, userId: company[person].user.id }))?.id ?? "";
};
/** A call by another user at another browser; returns the id of the new row. */
async function elsewhere(person: "owner" | "outsider", path: string, body: object): Promise<string> {
  const response = await company[person].browser.post(`/organization/${path}`, body);
  return (await response.json()).id;
}
const teamId = () => elsewhere("owner", "create-team", { name: "A team" });
const roleId = () => elsewhere("owner", "create-role", { role: "desk", permission: {} });
const invitationId = () => elsewhere("owner", "invite-member", { email: "dan@example.com", role: "member" });
const invited = () => elsewhere("outsider", "invite-member", { email: "owner@example.com", role: "member" });
async function joined(): Promise<string> {
  const { fixture, foreignId, owner } = company;
  await join(fixture, { organizationId: foreignId, userId: owner.user.id, role: "member" });
  return foreignId;
}

type Call = (client: Page["client"]["organization"], id: string) => Promise<{ readonly error: unknown }>;
type Row = readonly [name: string, expected: object, call: Call, prepare?: () => Promise<string>];

/** Each call of both plugins, and the stores refreshed afterwards: these exactly once, and no others. */
const calls: readonly Row[] = [
  ["create", everything, (client) => client.create({ name: "New", slug: "new" })],
  ["setActive", everything, (client) => client.setActive({ organizationId: null })],
  ["acceptInvitation", everything, (client, id) => client.acceptInvitation({ invitationId: id }), invited],
  ["leave", everything, (client, id) => client.leave({ organizationId: id }), joined],
  ["removeMember", everything, (client) => client.removeMember({ memberIdOrEmail: "member@example.com" })],
  ["delete", everything, (client) => client.delete({ organizationId: company.organizationId })],
  ["update", once("activeOrganization", "listOrganizations"), (client) => client.update({ data: { name: "Renamed" } })],
  [
    "updateMemberRole",
    once("activeOrganization", "activeMember"),
    (client, id) => client.updateMemberRole({ memberId: id, role: "admin" }),
    () => memberId("member"),
  ],
  [
    "transferOwnership",
    once("activeOrganization", "activeMember"),
    (client, id) => client.transferOwnership({ memberId: id }),
    () => memberId("admin"),
  ],
  [
    "inviteMember",
    once("activeOrganization"),
    (client) => client.inviteMember({ email: "eve@example.com", role: "member" }),
  ],
  [
    "cancelInvitation",
    once("activeOrganization"),
    (client, id) => client.cancelInvitation({ invitationId: id }),
    invitationId,
  ],
  ["rejectInvitation", {}, (client, id) => client.rejectInvitation({ invitationId: id }), invited],
  ["createRole", {}, (client) => client.createRole({ role: "desk", permission: {} })],
  [
    "updateRole",
    once("activeOrganization", "activeMember"),
    (client, id) => client.updateRole({ roleId: id, data: { roleName: "front-desk" } }),
    roleId,
  ],
  ["deleteRole", {}, (client, id) => client.deleteRole({ roleId: id }), roleId],
  ["createTeam", once("activeOrganization"), (client) => client.createTeam({ name: "New" })],
  [
    "updateTeam",
    once("activeOrganization"),
    (client, id) => client.updateTeam({ teamId: id, data: { name: "Renamed" } }),
    teamId,
  ],
  ["removeTeam", once("activeOrganization"), (client, id) => client.removeTeam({ teamId: id }), teamId],
  [
    "addTeamMember",
    once("activeOrganization", "activeMember"),
    (client, id) => client.addTeamMember({ teamId: id, userId: company.owner.user.id }),
    teamId,
  ],
  [
    "removeTeamMember",
    everything,
    (client) => client.removeTeamMember({ teamId: company.firstId, userId: company.owner.user.id }),
  ],
  ["setActiveTeam", everything, (client) => client.setActiveTeam({ teamId: company.firstId })],
  // A call for the store's own route refreshes only that store.
  ["list", once("listOrganizations"), (client) => client.list()],
  ["checkSlug", {}, (client) => client.checkSlug({ slug: "free" })],
  ["hasPermission", {}, (client) => client.hasPermission({ permissions: { member: ["update"] } })],
];

/** Calls that only read: they refresh no store. */
const reading = /^(list|get|preview)[A-Z]?|^checkSlug$|^hasPermission$/;

describe("after a call", () => {
  test.for(calls)("of %s these stores refresh, each once: %j", async ([, expected, call, prepare]) => {
    const id = (await prepare?.()) ?? "";
    await quiet(page);
    const reads = await readsDuring(page, async () => {
      expect((await call(page.client.organization, id)).error).toBe(null);
    });
    expect(reads).toEqual(expected);
  });

  test("of any other name no store refreshes, because it only reads", () => {
    const known = new Set(calls.map(([name]) => name));
    const names = [organizationClient(), teamsClient()].flatMap(({ routes }) =>
      Object.keys(typeof routes.organization === "object" ? routes.organization : {}),
    );
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !known.has(name) && !reading.test(name))).toEqual([]);
  });

  test("several changes at once cost one request per store", async () => {
    const { organization } = page.client;
    const invite = (name: string) => organization.inviteMember({ email: `${name}@example.com`, role: "member" });
    const reads = await readsDuring(page, () => Promise.all([invite("eve"), invite("fay"), invite("gil")]));
    expect(reads).toEqual(once("activeOrganization"));
    expect(page.client.activeOrganization.get().data?.invitations).toHaveLength(3);
  });

  test("that fails no store refreshes", async () => {
    const refused = await readsDuring(page, () => page.client.organization.update({ data: { slug: "other" } }));
    expect(refused).toEqual({});
  });
});

describe("the stores", () => {
  test("are read once each, however many subscribers there are, and not again without a change", async () => {
    const another = openPage(company.admin);
    const reads = await readsDuring(another, async () => {
      const stopBoth = [await watch(another), await watch(another)];
      for (const stopOne of stopBoth) stopOne();
    });
    expect(reads).toEqual(everything);
  });

  test("show the changes of a call", async () => {
    const { client } = page;
    await client.organization.update({ data: { name: "Renamed" } });
    await client.organization.transferOwnership({ memberId: await memberId("admin") });
    await quiet(page);
    expect(client.activeOrganization.get().data?.name).toBe("Renamed");
    const owners = client.activeOrganization.get().data?.members.filter(({ role }) => role === "owner");
    expect(owners?.map(({ user }) => user.email)).toEqual(["admin@example.com"]);
    expect(client.listOrganizations.get().data).toMatchObject([{ name: "Renamed" }]);
    expect(client.activeMember.get().data?.role).not.toContain("owner");
  });

  test("of a user without an active organization show null, and no error", async () => {
    const { client } = page;
    expect(client.activeMember.get().data).toMatchObject({ role: "owner", user: { email: "owner@example.com" } });
    await client.organization.setActive({ organizationId: null });
    await quiet(page);
    const nothing = { data: null, error: null, isPending: false };
    expect(client.activeOrganization.get()).toMatchObject(nothing);
    expect(client.activeMember.get()).toMatchObject(nothing);
    expect(client.listOrganizations.get().data).toHaveLength(1);
  });

  test("drop an organization that the user was removed from elsewhere, at the next refresh", async () => {
    const member = openPage(company.member);
    const stopMember = await watch(member);
    await member.client.organization.setActive({ organizationId: company.organizationId });
    await quiet(member);
    expect(member.client.activeOrganization.get().data?.slug).toBe("acme");
    await company.owner.browser.post("/organization/remove-member", { memberIdOrEmail: "member@example.com" });
    await member.client.activeOrganization.refetch();
    await member.client.activeMember.refetch();
    expect(member.client.activeOrganization.get()).toMatchObject({ data: null, error: null });
    expect(member.client.activeMember.get()).toMatchObject({ data: null, error: null });
    stopMember();
  });
});

describe("a page asks the same functions as the server:", () => {
  const questions = Object.entries(organizationStatements).flatMap(([resource, actions]) =>
    actions.map((action) => ({ [resource]: [action] })),
  );

  test.each(["owner", "admin", "member"] as const)(
    "the server allows exactly the actions that the check allows for the %s",
    async (who) => {
      const { client } = company[who];
      await client.organization.setActive({ organizationId: company.organizationId });
      for (const permissions of questions) {
        const { data } = await client.organization.hasPermission({ permissions });
        expect(can(organizationRoles, who, permissions), JSON.stringify(permissions)).toBe(data?.success);
      }
    },
  );
});
