import { defineErrors } from "@keyhold/core";
import { definePlugin, text } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { found, openCompany } from "./fixture.ts";
import { all, memberOf } from "./memberships.ts";

const errors = defineErrors({ NOT_TODAY: { status: 409, message: "not today" } });

describe("auth.api.organization.addMember", () => {
  test("adds a user as a member on behalf of the app, and emits the event", async () => {
    const company = await openCompany();
    const { fixture, organizationId, outsider } = company;
    const userId = outsider.user.id;
    const member = await fixture.auth.api.organization.addMember({ userId, organizationId, role: "admin" });
    expect(member).toEqual(await memberOf(company, outsider));
    expect(member).toMatchObject({ userId, organizationId, role: "admin" });
    expect(fixture.events.at(-1)).toMatchObject({
      type: "member.added",
      organization: { id: organizationId },
      member: { userId },
      reason: "added",
      actorId: null,
    });
  });

  test("does not exist over HTTP for any caller", async () => {
    const company = await openCompany();
    const { owner, outsider, organizationId } = company;
    const before = await all(company);
    const body = { userId: outsider.user.id, organizationId, role: "owner" };
    for (const { browser } of [owner, outsider]) {
      const response = await browser.post("/organization/add-member", body);
      expect(response.status).toBe(404);
    }
    expect(await all(company)).toEqual(before);
  });

  test("accepts several roles, including the creator's, and rejects unknown ones", async () => {
    const { fixture, organizationId, outsider } = await openCompany();
    const { addMember } = fixture.auth.api.organization;
    const input = { userId: outsider.user.id, organizationId };
    for (const role of ["", [], "nope", "OWNER", "admin,nope"])
      await expect(addMember({ ...input, role })).rejects.toMatchObject({ status: 400, code: "ROLE_NOT_FOUND" });
    expect(await addMember({ ...input, role: ["admin", "owner"] })).toMatchObject({ role: "owner,admin" });
  });

  test.each([
    ["USER_NOT_FOUND", { userId: "nobody" }],
    ["ORGANIZATION_NOT_FOUND", { organizationId: "nothing" }],
    ["NO_ACTIVE_ORGANIZATION", { organizationId: undefined }],
  ])("fails with the right error code: %s", async (code, wrong) => {
    const company = await openCompany();
    const { fixture, organizationId, outsider } = company;
    const input = { userId: outsider.user.id, organizationId, role: "member", ...wrong };
    await expect(fixture.auth.api.organization.addMember(input)).rejects.toMatchObject({ status: 400, code });
    expect(await memberOf(company, outsider)).toBe(null);
  });

  test("adds no member twice, with the same role or another one", async () => {
    const company = await openCompany();
    const { fixture, organizationId, member } = company;
    const input = { userId: member.user.id, organizationId, role: "admin" };
    const code = "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION";
    await expect(fixture.auth.api.organization.addMember(input)).rejects.toMatchObject({ status: 400, code });
    expect((await memberOf(company, member))?.role).toBe("member");
  });

  test.each([
    ["a number", 3],
    ["a function of the organization", async ({ slug }: { readonly slug: string }) => (slug === "acme" ? 3 : 100)],
  ])("enforces the membership limit, given as %s", async (_what, membershipLimit) => {
    const { fixture, organizationId, outsider } = await openCompany({ membershipLimit });
    const { addMember } = fixture.auth.api.organization;
    const input = { userId: outsider.user.id, organizationId, role: "member" };
    const refused = { status: 403, code: "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED" };
    await expect(addMember(input)).rejects.toMatchObject(refused);
  });

  test("defaults to the active organization of the headers' session, and emits its user as the actor", async () => {
    const company = await openCompany();
    const { fixture, owner, outsider, organizationId } = company;
    const input = { userId: outsider.user.id, role: "member" };
    const added = await fixture.auth.api.organization.addMember(input, { headers: owner.browser.headers() });
    expect(added.organizationId).toBe(organizationId);
    expect(fixture.events.at(-1)).toMatchObject({ type: "member.added", actorId: owner.user.id });
  });

  test("a hook of the app can fail the call or change the role", async () => {
    const company = await openCompany(
      {},
      {
        errors,
        hooks: {
          "member.add": (draft, ctx, { reason }) => {
            if (draft.role === "admin") ctx.fail(errors.NOT_TODAY);
            return reason === "added" ? { ...draft, role: "member" } : draft;
          },
        },
      },
    );
    const { fixture, outsider, organizationId } = company;
    const { addMember } = fixture.auth.api.organization;
    const input = { userId: outsider.user.id, organizationId };
    await expect(addMember({ ...input, role: "admin" })).rejects.toMatchObject({ status: 409, code: "NOT_TODAY" });
    expect(await addMember({ ...input, role: "owner" })).toMatchObject({ role: "member" });
  });

  test("accepts member columns of plugins, and returns those that are not secret", async () => {
    const badges = definePlugin({
      id: "badges",
      extends: {
        member: {
          columns: {
            badge: text()
              .optional()
              .input()
              .stored((value) => value.toUpperCase()),
            pin: text().optional().input().secret(),
            grade: text().initially(() => "junior"),
          },
        },
      },
    });
    const fixture = createTestAuth({ plugins: [organization(), badges], clientPlugins: [organizationClient()] });
    const organizationId = await found(await fixture.signUp("owner@example.com"), "acme");
    const { user } = await fixture.signUp("ann@example.com");
    const input = { userId: user.id, organizationId, role: "member", badge: "a-7", pin: "1234", grade: "senior" };
    const added = await fixture.auth.api.organization.addMember(input);
    expect(added).toMatchObject({ role: "member", badge: "A-7", grade: "junior" });
    expect(added).not.toHaveProperty("pin");
  });
});
