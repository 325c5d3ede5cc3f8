import { describe, expect, test } from "vitest";
import { found, join, openCompany, openOrganizations } from "./fixture.ts";

describe("GET /organization/list", () => {
  test("lists only the caller's organizations, in the order of joining", async () => {
    const { fixture, owner, member, outsider, organizationId, foreignId } = await openCompany();
    fixture.clock.forward({ seconds: 1 });
    await found(member, "own");
    fixture.clock.forward({ seconds: 1 });
    await join(fixture, { organizationId: foreignId, userId: member.user.id, role: "member" });
    const slugs = async ({ client }: typeof owner) => (await client.organization.list()).data?.map(({ slug }) => slug);
    expect(await slugs(member)).toEqual(["acme", "own", "other"]);
    expect(await slugs(owner)).toEqual(["acme"]);
    expect(await slugs(outsider)).toEqual(["other"]);
    await owner.client.organization.delete({ organizationId });
    expect(await slugs(member)).toEqual(["own", "other"]);
  });

  test("shows metadata as the stored text, and null for missing values", async () => {
    const { owner, organizationId } = await openCompany();
    const shown = async () => (await owner.client.organization.list()).data;
    const plain = { id: organizationId, name: "acme", slug: "acme", logo: null, createdAt: expect.any(Date) };
    expect(await shown()).toEqual([{ ...plain, metadata: null }]);
    await owner.client.organization.update({ organizationId, data: { metadata: { a: "b" } } });
    expect(await shown()).toEqual([{ ...plain, metadata: '{"a":"b"}' }]);
  });

  test("is empty for a user without organizations, and fails without a session", async () => {
    const { signUp, browser } = openOrganizations();
    expect((await (await signUp("ann@example.com")).client.organization.list()).data).toEqual([]);
    expect((await browser.get("/organization/list")).status).toBe(401);
  });
});
