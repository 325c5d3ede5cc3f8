import { defineErrors } from "@keyhold/core";
import { definePlugin, type HookContext, type Plugin } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { found, openCompany } from "./fixture.ts";
import { invite, membersOf, nextEmail, signUpVerified, statusOf } from "./invited.ts";

const errors = defineErrors({ NOT_TODAY: { status: 409, message: "not today" } });

describe("POST /organization/reject-invitation", () => {
  test("rejects an invitation by its id, and adds no member", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company);
    const { data } = await dan.client.organization.rejectInvitation({ invitationId: id });
    expect(data).toMatchObject({ invitation: { id, status: "rejected" }, member: null });
    expect(await membersOf(company)).toHaveLength(3);
    expect((await dan.client.getSession()).data?.session.activeOrganizationId).toBe(null);
    expect(fixture.events.at(-1)).toMatchObject({
      type: "invitation.rejected",
      actorId: dan.user.id,
      invitation: { id },
    });
    expect(fixture.logged).toEqual([]);
  });

  test("works if the inviter's account is gone", async () => {
    const company = await openCompany();
    const { fixture, owner, admin } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company, { by: admin });
    await owner.client.organization.removeMember({ memberIdOrEmail: admin.user.email });
    expect((await dan.client.organization.rejectInvitation({ invitationId: id })).error).toBe(null);
  });

  test("by the token of the email invalidates the link as well", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const dan = await fixture.signUp("dan@example.com");
    await invite(company);
    const { token } = await nextEmail(fixture);
    await dan.client.organization.rejectInvitation({ token });
    expect((await fixture.client.organization.previewInvitation({ token })).error?.code).toBe("INVITATION_NOT_FOUND");
  });
});

test("hooks of an app can fail actions on invitations, or change drafts", async () => {
  const refusing: { hookName: string | null } = { hookName: null };
  const guard = (): Plugin => {
    const refuse =
      (hookName: string) =>
      (_: unknown, ctx: Pick<HookContext, "fail">): void =>
        void (refusing.hookName === hookName && ctx.fail(errors.NOT_TODAY));
    return definePlugin({
      id: "guard",
      errors,
      hooks: {
        "invitation.create": (draft: object) => ({ ...draft, role: "member" }),
        "invitation.accept": refuse("accept"),
        "invitation.reject": refuse("reject"),
        "invitation.cancel": refuse("cancel"),
      },
    });
  };
  const fixture = createTestAuth({
    plugins: [organization(), guard()] as const,
    clientPlugins: [organizationClient()] as const,
  });
  const owner = await signUpVerified(fixture, "owner@example.com");
  const dan = await signUpVerified(fixture);
  const { id, role } = await invite({ owner, organizationId: await found(owner, "acme") }, { role: "admin" });
  expect(role).toBe("member");
  const calls = {
    accept: () => dan.client.organization.acceptInvitation({ invitationId: id }),
    reject: () => dan.client.organization.rejectInvitation({ invitationId: id }),
    cancel: () => owner.client.organization.cancelInvitation({ invitationId: id }),
  };
  for (const [hookName, call] of Object.entries(calls)) {
    refusing.hookName = hookName;
    expect((await call()).error).toMatchObject({ code: "NOT_TODAY", status: 409 });
    expect(await statusOf(fixture, id)).toBe("pending");
  }
  refusing.hookName = null;
  expect((await calls.accept()).error).toBe(null);
});
