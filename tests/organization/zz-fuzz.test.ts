import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { createTestAuth } from "@keyhold/testing";
import { userModel } from "@keyhold/core";
import { afterAll, beforeAll, describe, inject, test, expect } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../databases.js";
import { openDatabase } from "../processes/open.js";

const services = inject("services");
const odd: any[] = [null, true, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], [["owner"]], { $ne: "" }, "", " ", "\u0000", "\ud800", "\uFEFF", "%", "_", "\\", "'", '"', "`", "İ", "ﷺ", "\u{1F600}".repeat(300), "x".repeat(300), "x".repeat(60000), "owner", "owner,admin", ["owner", "member"], "__proto__", "constructor", "toString", { __proto__x: 1 }, { constructor: ["x"] }, { member: "x" }, { member: [1] }, { "": [""] }, "a@b.co", "A@B.CO", "a@b.co\r\nBcc: x@y.co", "data:image/png;base64,AAAA", "javascript:alert(1)", "-1", "1e3", "0x10", "Infinity", "NaN", "1000", "1001", "99999999999999999999", "null", "undefined"];
describe.each(databaseTypes(services))("%s", (type) => {
  let fresh: FreshDatabase; let database: KyselyDatabase; let kit: any;
  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    kit = createTestAuth({ plugins: [organization({ roleLimit: 1000, membershipLimit: 100000, invitationLimit: 100000 }), teams({maximumTeams: 100000})] as any, config: { database } });
    await (await planMigration(database, kit.auth.schema)).apply();
  });
  afterAll(async () => { await kit.auth.idle(); await database.close(); await fresh.drop(); });
  test("fuzz", async () => {
    const owner = await kit.signUp("owner@example.com");
    await kit.db.update(userModel, owner.user.id, { emailVerified: true });
    const post = async (p: string, b: any) => { const r = await owner.browser.post("/organization/" + p, b); const j = await r.json().catch(() => null); return { status: r.status, ...j }; };
    const org = await post("create", { name: "Acme", slug: "acme" });
    const organizationId = org.id;
    const mate = await kit.signUp("mate@example.com");
    const m = await kit.auth.api.organization.addMember({ userId: mate.user.id, organizationId, role: "member" });
    const inv = await post("invite-member", { organizationId, email: "inv@example.com", role: "member" });
    const team = await post("create-team", { organizationId, name: "T" });
    const role = await post("create-role", { organizationId, role: "made", permission: { invitation: ["create"] } });
    const routes: [string, string, any][] = [
      ["POST", "create", { name: "n", slug: "s", logo: "https://x.io/a.png", metadata: { a: "b" }, userId: owner.user.id, keepCurrentActiveOrganization: true }],
      ["POST", "check-slug", { slug: "free" }],
      ["POST", "update", { organizationId, data: { name: "A", slug: "acme", logo: null, metadata: { a: "b" } } }],
      ["POST", "set-active", { organizationId, organizationSlug: "acme" }],
      ["GET", "get-organization", { organizationId, organizationSlug: "acme" }],
      ["GET", "get-full-organization", { organizationId, organizationSlug: "acme", membersLimit: 5, membersCursor: "x" }],
      ["GET", "list-members", { organizationId, organizationSlug: "acme", limit: 5, cursor: "x", role: "admin", sortBy: "role", sortDirection: "asc" }],
      ["GET", "list-members", { organizationId, role: "member" }],
      ["POST", "has-permission", { organizationId, permissions: { member: ["update"] }, permission: { member: ["update"] } }],
      ["POST", "update-member-role", { organizationId, memberId: m.id, role: "member" }],
      ["POST", "remove-member", { organizationId: "x", memberIdOrEmail: m.id }],
      ["POST", "leave", { organizationId: "x" }],
      ["POST", "delete", { organizationId: "x" }],
      ["POST", "transfer-ownership", { organizationId, memberId: "x", keepRole: "admin" }],
      ["POST", "invite-member", { organizationId, email: "z@example.com", role: "member", resend: true, teamId: team.id }],
      ["POST", "accept-invitation", { invitationId: inv.id }], ["POST", "accept-invitation", { token: "x" }],
      ["POST", "reject-invitation", { invitationId: inv.id }], ["POST", "reject-invitation", { token: "x" }],
      ["POST", "cancel-invitation", { invitationId: "x" }],
      ["GET", "get-invitation", { id: inv.id }], ["GET", "preview-invitation", { token: "x" }],
      ["GET", "list-invitations", { organizationId, status: "pending", limit: 5, cursor: inv.id }],
      ["GET", "list-user-invitations", { limit: 5, cursor: inv.id }],
      ["POST", "create-role", { organizationId, role: "r", permission: { member: ["update"] } }],
      ["POST", "update-role", { organizationId, roleName: "made", roleId: role.id, data: { permission: {}, roleName: "made" } }],
      ["POST", "delete-role", { organizationId, roleName: "x", roleId: role.id }],
      ["GET", "get-role", { organizationId, roleName: "made", roleId: role.id }],
      ["GET", "list-roles", { organizationId }],
      ["POST", "create-team", { organizationId, name: "T" }],
      ["GET", "list-teams", { organizationId }],
      ["POST", "update-team", { organizationId, teamId: team.id, data: { name: "T", id: team.id, organizationId } }],
      ["POST", "remove-team", { organizationId, teamId: "x" }],
      ["POST", "set-active-team", { teamId: team.id }],
      ["GET", "list-team-members", { teamId: team.id, limit: 5, cursor: "x" }],
      ["POST", "add-team-member", { teamId: team.id, userId: mate.user.id }],
      ["POST", "remove-team-member", { teamId: team.id, userId: mate.user.id }],
    ];
    const bad: any[] = []; const stat: Record<number, number> = {};
    const send = async (method: string, path: string, body: any) => {
      let r: Response;
      if (method === "GET") r = await owner.browser.get("/organization/" + path + "?" + new URLSearchParams(Object.entries(body).map(([k, v]) => [k, typeof v === "string" ? v : JSON.stringify(v)]) as any));
      else r = await owner.browser.post("/organization/" + path, body);
      stat[r.status] = (stat[r.status] ?? 0) + 1;
      const text = await r.text();
      if (r.status >= 500) bad.push([method, path, JSON.stringify(body).slice(0, 200), r.status, text]);
    };
    for (const [method, path, body] of routes) {
      for (const key of Object.keys(body)) {
        for (const value of odd) await send(method, path, { ...body, [key]: value });
        const { [key]: _, ...rest } = body; await send(method, path, rest);
        if (typeof body[key] === "object" && body[key] !== null)
          for (const inner of Object.keys(body[key])) for (const value of odd) await send(method, path, { ...body, [key]: { ...body[key], [inner]: value } });
      }
      for (const value of odd) if (method === "POST") await send(method, path, value);
    }
    console.log(type, JSON.stringify(stat), bad.length, JSON.stringify(bad.slice(0, 20), null, 1), kit.logged.slice(0, 5).map((l: any) => String(l.message).slice(0, 300)));
  }, 600000);
});
