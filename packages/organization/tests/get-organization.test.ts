import { organizationModel } from "@keyhold/organization/plugin";
import { describe, expect, test } from "vitest";
import { found, join, openCompany, openOrganizations } from "./fixture.ts";

describe("GET /organization/get-organization", () => {
  test("finds an organization of the caller by id, by slug, or because it is active; without its members", async () => {
    const { fixture, owner, organizationId } = await openCompany();
    const { getOrganization, update } = owner.client.organization;
    await update({ organizationId, data: { metadata: { a: "b" } } });
    const stored = await fixture.db.find(organizationModel, { id: organizationId });
    expect(stored).toMatchObject({ slug: "acme", metadata: '{"a":"b"}' });
    for (const name of [{ organizationId }, { organizationSlug: "acme" }, { organizationSlug: " ACME" }, {}]) {
      expect((await getOrganization(name)).data).toEqual(stored);
    }
  });

  test("returns null if the call has no id or slug and no organization is active", async () => {
    const { owner } = await openCompany();
    await owner.client.organization.setActive({ organizationId: null });
    expect(await owner.client.organization.getOrganization()).toMatchObject({ data: null, error: null });
  });

  test("prefers the id if both are given", async () => {
    const { owner, organizationId } = await openCompany();
    await found(owner, "second");
    const both = { organizationId, organizationSlug: "second" };
    expect((await owner.client.organization.getOrganization(both)).data).toMatchObject({ id: organizationId });
  });

  test("shows every member the same", async () => {
    const { owner, member, organizationId } = await openCompany();
    const shown = await owner.client.organization.getOrganization({ organizationId });
    expect(await member.client.organization.getOrganization({ organizationId })).toEqual(shown);
  });

  test("does not reveal to non-members whether an organization exists", async () => {
    const { fixture, outsider, organizationId } = await openCompany();
    const names = [
      { organizationId },
      { organizationId: "nobody" },
      { organizationSlug: "acme" },
      { organizationSlug: "x y" },
    ];
    for (const name of names) {
      const { error } = await outsider.client.organization.getOrganization(name);
      expect(error).toMatchObject({ code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION", status: 403 });
    }
    expect((await fixture.browser.get("/organization/get-organization", { organizationId })).status).toBe(401);
  });

  test("finds a slug stored by the previous library in another form, an exact match first", async () => {
    const fixture = openOrganizations();
    const ann = await fixture.signUp("ann@example.com");
    const old = await fixture.db.insert(organizationModel, {
      name: "Old",
      slug: "Old Name",
      createdAt: fixture.clock.now(),
    });
    const upper = await fixture.db.insert(organizationModel, {
      name: "Upper",
      slug: "UPPER",
      createdAt: fixture.clock.now(),
    });
    const lower = await found(ann, "upper");
    if (!("id" in old) || !("id" in upper)) throw new Error("The slugs are taken.");
    for (const { id } of [old, upper]) await join(fixture, { organizationId: id, userId: ann.user.id, role: "owner" });
    const find = async (organizationSlug: string) =>
      (await ann.client.organization.getOrganization({ organizationSlug })).data?.id;
    expect(await find("Old Name")).toBe(old.id);
    expect(await find("UPPER")).toBe(upper.id);
    expect(await find("upper")).toBe(lower);
    expect(await find("Upper")).toBe(lower);
  });
});
