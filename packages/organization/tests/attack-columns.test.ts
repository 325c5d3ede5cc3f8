import { type AnyPlugin, definePlugin, text, userModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { type Actor, posts } from "./attacking.ts";

const models = ["organization", "member", "invitation", "organizationRole", "team", "teamMember"] as const;

const sentinel = "sentinel-9f31";

/** A secret column in every model: no response may contain the column. */
const hidden = definePlugin({
  id: "hidden",
  extends: Object.fromEntries(models.map((model) => [model, { columns: { key: text().optional().input().secret() } }])),
});

describe("a secret column", () => {
  /** Causes every event, email and response, with the secret as the value of each column. */
  async function everything() {
    const fixture = createTestAuth({
      plugins: [organization({ roleLimit: 5, requireEmailVerificationOnInvitation: false }), teams(), hidden],
      config: { user: { deleteUser: { enabled: true, confirmByMail: false } } },
    });
    const key = sentinel;
    const answers: string[] = [];
    async function well(by: Actor, path: string, body: object): Promise<{ readonly id: string }> {
      const response = await posts(by, path, body);
      answers.push(JSON.stringify(response.body));
      expect([path, response.status, response.body.code]).toEqual([path, 200, undefined]);
      return response.body;
    }
    const [ann, bob] = [await fixture.signUp("ann@example.com"), await fixture.signUp("bob@example.com")];
    await fixture.db.update(userModel, ann.user.id, { emailVerified: true });
    const { id: organizationId } = await well(ann, "create", { name: "Acme", slug: "acme", key });
    const { id: teamId } = await well(ann, "create-team", { name: "Sales", organizationId, key });
    await well(ann, "create-role", { role: "helper", permission: {}, organizationId, key });
    const { id: invitationId } = await well(ann, "invite-member", {
      email: "bob@example.com",
      role: "helper",
      organizationId,
      key,
    });
    await well(bob, "accept-invitation", { invitationId });
    const { userId, role, ...added } = { userId: bob.user.id, role: "member", organizationId, key };
    await well(bob, "leave", { organizationId });
    const { id: memberId } = await fixture.auth.api.organization.addMember({ userId, role, ...added });
    await well(ann, "add-team-member", { teamId, userId, key });
    await well(ann, "update-team", { teamId, data: { name: "Support", key: null } });
    await well(ann, "update-team", { teamId, data: { key } });
    await well(ann, "update-role", { roleName: "helper", data: { roleName: "aide", key }, organizationId });
    await well(ann, "update", { organizationId, data: { name: "Other", key: null } });
    await well(ann, "update", { organizationId, data: { key } });
    await well(ann, "update-member-role", { memberId, role: "admin", organizationId });
    await well(ann, "transfer-ownership", { memberId, organizationId });
    await well(bob, "delete-role", { roleName: "aide", organizationId });
    await well(bob, "remove-team-member", { teamId, userId });
    await well(bob, "remove-team", { teamId, organizationId });
    await well(ann, "leave", { organizationId });
    await fixture.auth.api.organization.addMember({ ...added, userId: ann.user.id, role });
    expect((await ann.browser.post("/delete-user", { password: ann.password })).status).toBe(200);
    await well(bob, "delete", { organizationId });
    await fixture.auth.idle();
    return { fixture, answers };
  }

  test("is in no response, no email and no event of an audit log", async () => {
    const { fixture, answers } = await everything();
    const told = new Set(fixture.events.map(({ type }) => type).filter((type) => !/^(user|session)\./.test(type)));
    // Every event type except those for rejected and canceled invitations.
    expect(told.size).toBe(17);
    expect(answers.join()).not.toContain(sentinel);
    expect(JSON.stringify(fixture.mailbox.messages)).not.toContain(sentinel);
    expect(fixture.events.filter((event) => JSON.stringify(event).includes(sentinel)).map(({ type }) => type)).toEqual(
      [],
    );
    expect(fixture.events.filter((event) => JSON.stringify(event).includes('"key"')).map(({ type }) => type)).toEqual(
      [],
    );
  });

  test("causes no event if only that column changed", async () => {
    const { fixture } = await everything();
    const changes = fixture.events.flatMap((event) => ("changed" in event ? [[event.type, event.changed]] : []));
    expect(changes).toEqual([
      ["team.updated", ["name"]],
      ["organization.updated", ["name"]],
    ]);
  });
});

describe("a required column", () => {
  const open = (model: string, hooks: AnyPlugin["hooks"] = {}) =>
    createTestAuth({
      plugins: [
        organization({ roleLimit: 5 }),
        teams({ defaultTeam: false }),
        definePlugin({ id: "needed", extends: { [model]: { columns: { plan: text().input() } } }, hooks }),
      ],
    });
  const given = {
    organization: ["create", { name: "Other", slug: "other" }],
    invitation: ["invite-member", { email: "dan@example.com", role: "member" }],
    organizationRole: ["create-role", { role: "helper", permission: {} }],
    team: ["create-team", { name: "Sales" }],
  } as const;

  test.each(["organization", "invitation", "organizationRole", "team"] as const)(
    "of %s is named in the validation error if it is missing",
    async (model) => {
      const fixture = open(model);
      const ann = await fixture.signUp("ann@example.com");
      await fixture.db.update(userModel, ann.user.id, { emailVerified: true });
      await posts(ann, "create", { name: "Acme", slug: "acme", plan: "free" });
      const [path, body] = given[model];
      expect(await posts(ann, path, body)).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_ERROR", issues: [{ path: "plan" }] },
      });
      expect((await posts(ann, path, { ...body, plan: "free" })).status).toBe(200);
      expect(fixture.logged).toEqual([]);
    },
  );

  test("of a user is required at sign-up, for a free and a taken email address alike", async () => {
    const fixture = open("user");
    const signUp = async (email: string, more: object = {}) => {
      const response = await fixture.visit().browser.post("/sign-up/email", {
        email,
        name: "Ann",
        password: "correct horse battery staple",
        ...more,
      });
      return { status: response.status, path: (await response.json()).issues?.[0]?.path };
    };
    expect(await signUp("ann@example.com", { plan: "free" })).toMatchObject({ status: 200 });
    expect(await signUp("ann@example.com")).toEqual({ status: 400, path: "plan" });
    expect(await signUp("bob@example.com")).toEqual({ status: 400, path: "plan" });
  });

  test("can also be set by a hook", async () => {
    const fixture = open("organization", { "organization.create": (draft: object) => ({ ...draft, plan: "free" }) });
    const ann = await fixture.signUp("ann@example.com");
    expect(await posts(ann, "create", { name: "Acme", slug: "acme" })).toMatchObject({
      status: 200,
      body: { plan: "free" },
    });
  });

  test("keeps its value if an invitation is sent again without it", async () => {
    const fixture = open("invitation");
    const ann = await fixture.signUp("ann@example.com");
    await fixture.db.update(userModel, ann.user.id, { emailVerified: true });
    await posts(ann, "create", { name: "Acme", slug: "acme" });
    const asked = { email: "dan@example.com", role: "member" };
    await posts(ann, "invite-member", { ...asked, plan: "free" });
    expect(await posts(ann, "invite-member", { ...asked, resend: true })).toMatchObject({
      status: 200,
      body: { plan: "free" },
    });
  });
});
