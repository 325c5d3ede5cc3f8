import { admin } from "@keyhold/admin";
import { userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { type Actor, posts } from "./attacking.ts";

/** An impersonating administrator leaves no lasting access behind, and gains no rights. */

const refused = { status: 403, code: "NOT_ALLOWED_WHILE_IMPERSONATING" };

/** Two administrators, and Ann, the owner of an organization with Bob as a member. */
async function open() {
  const plugins = [organization({ roleLimit: 5 }), admin({ allowImpersonatingAdmins: true })] as const;
  const fixture = createTestAuth({ plugins });
  const [boss, chief, ann, bob] = [
    await fixture.signUp("boss@example.com"),
    await fixture.signUp("chief@example.com"),
    await fixture.signUp("ann@example.com"),
    await fixture.signUp("bob@example.com"),
  ];
  for (const { user } of [boss, chief]) await fixture.db.update(userModel, user.id, { role: "admin" } as object);
  await fixture.db.update(userModel, ann.user.id, { emailVerified: true });
  const organizationId: string = (await posts(ann, "create", { name: "Acme", slug: "acme" })).body.id;
  await posts(ann, "create-role", { role: "helper", permission: {}, organizationId });
  const { id: memberId } = await fixture.auth.api.organization.addMember({
    userId: bob.user.id,
    role: "member",
    organizationId,
  });
  return { fixture, boss, chief, ann, organizationId, memberId };
}

async function actAs({ browser }: Actor, { user }: Actor): Promise<void> {
  expect((await browser.post("/admin/impersonate-user", { userId: user.id })).status).toBe(200);
}

test("an impersonator of an owner cannot add, remove or promote members, or create and delete organizations", async () => {
  const { fixture, boss, ann, organizationId, memberId } = await open();
  const carl = await fixture.signUp("carl@example.com");
  for (const { user } of [ann, carl]) await fixture.db.update(userModel, user.id, { emailVerified: true } as object);
  const { id: elsewhere } = (await posts(carl, "create", { name: "Elsewhere", slug: "elsewhere" })).body;
  const invited = { email: "ann@example.com", role: "member", organizationId: elsewhere };
  const { id: invitationId } = (await posts(carl, "invite-member", invited)).body;
  const asks = [
    ["invite-member", { email: "boss@example.com", role: "owner", organizationId }],
    ["update-member-role", { memberId, role: "owner", organizationId }],
    ["update-role", { roleName: "helper", data: { permission: { member: ["update"] } }, organizationId }],
    ["transfer-ownership", { memberId, organizationId }],
    ["delete", { organizationId }],
    ["create", { name: "Left behind", slug: "left" }],
    ["leave", { organizationId }],
    ["remove-member", { memberIdOrEmail: memberId, organizationId }],
    ["accept-invitation", { invitationId }],
    ["reject-invitation", { invitationId }],
  ] as const;
  await actAs(boss, ann);
  const before = fixture.events.length;
  for (const [path, body] of asks) {
    const { status, body: answer } = await posts(boss, path, body);
    expect({ path, status, code: answer.code }).toEqual({ path, ...refused });
  }
  expect(fixture.events.slice(before)).toEqual([]);
  // The owner may make the same calls, as long as they own the organization.
  const undone = ["transfer-ownership", "delete", "leave", "reject-invitation"];
  for (const [path, body] of asks.filter(([path]) => !undone.includes(path)))
    expect([path, (await posts(ann, path, body)).status]).toEqual([path, 200]);
});

test("an impersonator of an administrator cannot create organizations for other users", async () => {
  const { boss, chief, ann } = await open();
  const asked = { name: "Gift", slug: "gift", userId: ann.user.id };
  await actAs(boss, chief);
  const { status, body } = await posts(boss, "create", asked);
  expect({ status, code: body.code }).toEqual(refused);
  expect((await posts(chief, "create", asked)).status).toBe(200);
});
