import { defineErrors } from "@keyhold/core";
import { definePlugin, type HookContext, type Plugin, text } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { organizationModel } from "@keyhold/organization/plugin";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { type Company, found, openCompany, type Person } from "./fixture.ts";

const errors = defineErrors({ NAMES_ARE_FOR_EVER: { status: 409, message: "names are for ever" } });

type Asked = Parameters<Person["client"]["organization"]["update"]>[0];
const update = async ({ client }: Person, input: Asked) => {
  const { data, error } = await client.organization.update(input);
  return error ?? data;
};
const stored = ({ fixture, organizationId }: Company) => fixture.db.find(organizationModel, { id: organizationId });

describe("POST /organization/update", () => {
  test("changes only the given fields, and answers like create", async () => {
    const company = await openCompany();
    const { owner, fixture, organizationId } = company;
    const before = await stored(company);
    const data = { name: "Acme Inc.", metadata: { plan: "gold" } };
    const answer = await update(owner, { organizationId, data });
    expect(answer).toEqual({ ...before, ...data });
    expect(await stored(company)).toEqual({ ...before, name: "Acme Inc.", metadata: '{"plan":"gold"}' });
    await fixture.auth.idle();
    expect(fixture.events.at(-1)).toMatchObject({
      type: "organization.updated",
      changed: ["name", "metadata"],
      organization: { name: "Acme Inc." },
      actorId: owner.user.id,
    });
  });

  test("defaults to the active organization, and prefers the given one", async () => {
    const company = await openCompany();
    const { owner, organizationId } = company;
    const second = await found(owner, "second");
    expect(await update(owner, { data: { name: "Second" } })).toMatchObject({ id: second, name: "Second" });
    expect(await update(owner, { organizationId, data: { name: "First" } })).toMatchObject({ id: organizationId });
    await owner.client.organization.setActive({ organizationId: null });
    expect(await update(owner, { data: { name: "Which?" } })).toMatchObject({
      code: "ORGANIZATION_NOT_FOUND",
      status: 400,
    });
  });

  test("clears logo and metadata by null, and metadata by an empty record", async () => {
    const company = await openCompany();
    const { owner, organizationId } = company;
    const full = { logo: "https://example.com/a.png", metadata: { a: "b" } };
    for (const metadata of [null, {}]) {
      expect(await update(owner, { organizationId, data: full })).toMatchObject(full);
      const cleared = await update(owner, { organizationId, data: { logo: null, metadata } });
      expect(cleared).toMatchObject({ logo: null });
      expect(cleared).not.toHaveProperty("metadata");
      expect(await stored(company)).toMatchObject({ logo: null, metadata: null });
    }
  });

  test("writes no row and emits no event without a change", async () => {
    const company = await openCompany();
    const { owner, fixture, organizationId } = company;
    await fixture.auth.idle();
    const told = fixture.events.length;
    for (const data of [{}, { name: "acme" }, { slug: " ACME " }, { logo: null, metadata: null }]) {
      expect(await update(owner, { organizationId, data })).toMatchObject({ id: organizationId, name: "acme" });
    }
    await fixture.auth.idle();
    expect(fixture.events).toHaveLength(told);
  });

  test("changes the slug, and frees the previous one", async () => {
    const { owner, outsider, organizationId } = await openCompany();
    expect(await update(owner, { organizationId, data: { slug: "New-Acme" } })).toMatchObject({ slug: "new-acme" });
    expect((await outsider.client.organization.checkSlug({ slug: "acme" })).data).toEqual({ status: true });
    expect((await outsider.client.organization.checkSlug({ slug: "new-acme" })).error?.code).toBe("SLUG_IS_TAKEN");
  });

  test.each(["other", "OTHER", " other "])("rejects the slug %j of another organization", async (slug) => {
    const company = await openCompany();
    const before = await stored(company);
    const { owner, organizationId, fixture } = company;
    expect(await update(owner, { organizationId, data: { name: "Changed", slug } })).toMatchObject({
      code: "ORGANIZATION_ALREADY_EXISTS",
      status: 400,
    });
    expect(await stored(company)).toEqual(before);
    expect(fixture.logged).toEqual([]);
  });

  test.each([
    [{ data: { slug: "" } }, "data.slug"],
    [{ data: { slug: "аcme" } }, "data.slug"],
    [{ data: { name: "" } }, "data.name"],
    [{ data: { name: null } }, "data.name"],
    [{ data: { logo: "javascript:alert(1)" } }, "data.logo"],
    [{ data: { metadata: { a: 1 } } }, "data.metadata.a"],
    [{ data: null }, "data"],
    [{ slug: "outside" }, "data"],
    [{ name: "" }, "data"],
    [{}, "data"],
    [{ organizationId: "", data: {} }, "organizationId"],
    [{ organizationId: ["a"], data: {} }, "organizationId"],
  ])("rejects %j", async (input, path) => {
    const company = await openCompany();
    const before = await stored(company);
    const response = await company.owner.browser.post("/organization/update", input);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path }] });
    expect(await stored(company)).toEqual(before);
  });

  test("writes the authorized organization, and ignores ids and dates in its data", async () => {
    const company = await openCompany();
    const { owner, organizationId, foreignId, fixture } = company;
    const foreign = await fixture.db.find(organizationModel, { id: foreignId });
    const data = { id: foreignId, organizationId: foreignId, createdAt: "2000-01-01T00:00:00.000Z", name: "Changed" };
    const answer = await update(owner, { organizationId, data });
    expect(answer).toMatchObject({ id: organizationId, name: "Changed", createdAt: fixture.clock.now() });
    expect(await fixture.db.find(organizationModel, { id: foreignId })).toEqual(foreign);
  });
});

describe("the right to update an organization", () => {
  test("belongs to its owners and admins, and no other member", async () => {
    const { owner, admin, member, organizationId } = await openCompany();
    const data = { name: "Changed" };
    expect(await update(owner, { organizationId, data })).toMatchObject(data);
    expect(await update(admin, { organizationId, data })).toMatchObject(data);
    expect(await update(member, { organizationId, data })).toMatchObject({
      code: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION",
      status: 403,
    });
  });

  test("is denied to non-members, who do not learn whether it exists", async () => {
    const company = await openCompany();
    const before = await stored(company);
    const ask = (organizationId: string) => update(company.outsider, { organizationId, data: { name: "Mine" } });
    const [foreign, unknown] = [await ask(company.organizationId), await ask("nobody")];
    expect(foreign).toMatchObject({ code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION", status: 400 });
    expect(unknown).toEqual(foreign);
    expect(await stored(company)).toEqual(before);
  });

  test("is denied without a session, for any body", async () => {
    const { fixture, organizationId } = await openCompany();
    for (const input of [{}, { organizationId, data: { name: "Mine" } }]) {
      expect((await fixture.browser.post("/organization/update", input)).status).toBe(401);
    }
  });
});

describe("columns of plugins, at an update", () => {
  const billing: Plugin = definePlugin({
    id: "billing",
    errors,
    extends: {
      organization: { columns: { plan: text().optional().input(), number: text().optional().input().unique() } },
    },
    hooks: {
      "organization.update": (change: { readonly name?: string }, ctx: Pick<HookContext, "fail">) =>
        change.name === undefined ? { ...change, metadata: '{"by":"rule"}' } : ctx.fail(errors.NAMES_ARE_FOR_EVER),
    },
  });
  const open = async () => {
    const fixture = createTestAuth({
      plugins: [organization(), billing] as const,
      clientPlugins: [organizationClient()] as const,
    });
    const { browser } = await fixture.signUp("ann@example.com");
    await browser.post("/organization/create", { name: "Acme", slug: "acme", number: "7" });
    const ask = async (data: object) => (await browser.post("/organization/update", { data })).json();
    return { ...fixture, browser, ask };
  };

  test("are changed under data, and cleared by null", async () => {
    const { ask } = await open();
    expect(await ask({ plan: "gold" })).toMatchObject({ plan: "gold", number: "7" });
    expect(await ask({ plan: null })).toMatchObject({ plan: null, number: "7" });
    expect(await ask({ plan: 1 })).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "plan" }] });
  });

  test("are named in the error if another organization has the value", async () => {
    const { ask, browser } = await open();
    await browser.post("/organization/create", {
      name: "B",
      slug: "b",
      keepCurrentActiveOrganization: true,
      number: "8",
    });
    expect(await ask({ number: "8" })).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "number" }] });
  });

  test("pass the hooks, which can change the draft or fail", async () => {
    const { ask, db } = await open();
    expect(await ask({ plan: "gold" })).toMatchObject({ metadata: { by: "rule" } });
    expect(await ask({ plan: "lead", name: "B" })).toMatchObject({ code: "NAMES_ARE_FOR_EVER" });
    expect(await db.find(organizationModel, { slug: "acme" })).toMatchObject({ name: "Acme", plan: "gold" });
  });
});
