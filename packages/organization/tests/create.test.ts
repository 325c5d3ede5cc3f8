import { defineErrors } from "@keyhold/core";
import { definePlugin, type HookContext, type Plugin } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { organizationModel } from "@keyhold/organization/plugin";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { acme, codeOf, openAnn, openOffice } from "./creating.ts";
import { found } from "./fixture.ts";

const errors = defineErrors({ NO_SHELL_COMPANIES: { status: 422, message: "no shell companies" } });

describe("POST /organization/create", () => {
  test("makes the caller its owner and first member, and the organization active", async () => {
    const { ann, create, events, auth, logged } = await openAnn();
    const { data, error } = await create({ metadata: { plan: "x" }, logo: "https://example.com/a.png" });
    expect(error).toBe(null);
    expect(data).toMatchObject({ ...acme, logo: "https://example.com/a.png", metadata: { plan: "x" } });
    expect(data?.members).toMatchObject([{ userId: ann.user.id, role: "owner", organizationId: data?.id }]);
    expect((await ann.client.getSession()).data?.session.activeOrganizationId).toBe(data?.id);
    await auth.idle();
    expect(events.slice(-2)).toMatchObject([
      { type: "member.added", reason: "created", actorId: ann.user.id },
      { type: "organization.created", organization: { slug: "acme" }, actorId: ann.user.id },
    ]);
    expect(logged).toEqual([]);
  });

  test("omits missing metadata, and keeps the active organization on request", async () => {
    const { ann, create } = await openAnn();
    const first = await found(ann, "first");
    const { data } = await create({ metadata: {}, keepCurrentActiveOrganization: true });
    expect(Object.keys(data ?? {}).sort()).toEqual(["createdAt", "id", "logo", "members", "name", "slug"]);
    expect((await ann.client.getSession()).data?.session.activeOrganizationId).toBe(first);
  });

  test("fails without a session before it validates the input", async () => {
    const { browser } = await openAnn();
    const response = await browser.post("/organization/create", {});
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "UNAUTHORIZED" });
  });

  test.each(["acme", "ACME", " acme", "Acme\n", "\tacme\u00a0"])("treats %j as a taken slug", async (slug) => {
    const { create, count, ann } = await openAnn();
    await found(ann, "acme");
    expect((await create({ slug })).error).toMatchObject({ code: "ORGANIZATION_ALREADY_EXISTS", status: 400 });
    expect(await count()).toEqual([1, 1]);
  });

  test.each([
    "",
    " ",
    "acme\u200b",
    "аcme",
    "acmé",
    "ａcme",
    "a\u212amy",
    "ac me",
    "ac_me",
    "ac.me",
    "-acme",
    "acme-",
    "ac--me",
    "a/../b",
    "a".repeat(65),
    "a\u0000b",
  ])("rejects %j, which is not a slug", async (slug) => {
    const { create, count } = await openAnn();
    expect((await create({ slug })).error).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "slug" }] });
    expect(await count()).toEqual([0, 0]);
  });

  test.each([
    ["name", ""],
    ["name", "  "],
    ["name", "\u200b"],
    ["name", " \u3164\u2060 "],
    ["name", "n".repeat(256)],
    ["name", 1],
    ["slug", null],
    ["logo", "javascript:alert(1)"],
    ["logo", "data:text/html;base64,PHNjcmlwdD4="],
    ["logo", "data:image/svg+xml;base64,PHN2Zz4="],
    ["logo", "data:image/png,<script>"],
    ["logo", "data:image/gif;base64,R0lGODlhAQABAAAAACw="],
    ["logo", "data:image/png;base64,PHNjcmlwdD5hbGVydCgxKTwv"],
    ["logo", `data:image/png;base64,iVBORw0KGgo${"A".repeat(20_001)}`],
    ["logo", "//example.com/a.png"],
    ["metadata", { plan: 1 }],
    ["metadata", { plan: null }],
    ["metadata", ["x"]],
    ["metadata", "x"],
    ["metadata", { "": "x" }],
    ["metadata", { long: "x".repeat(8192) }],
    ["metadata", Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, "x"]))],
  ])("rejects a %s of %j", async (field, value) => {
    const { ann, create, count } = await openAnn();
    const asked = { ...acme, [field]: value };
    const response = await ann.browser.post("/organization/create", asked);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await count()).toEqual([0, 0]);
    expect(codeOf(await create())).toBe(null);
  });

  test("rejects a logo of a megabyte", async () => {
    const { ann, count } = await openAnn();
    const logo = `data:image/png;base64,${"A".repeat(1_000_000)}`;
    expect((await ann.browser.post("/organization/create", { ...acme, logo })).status).toBe(413);
    expect(await count()).toEqual([0, 0]);
  });

  test("stores a small picture, and metadata up to its limits", async () => {
    const { create } = await openAnn();
    const logo = `data:image/png;base64,iVBORw0KGgo${"A".repeat(16_001)}`;
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${index}`, "é".repeat(50)]));
    expect((await create({ logo, metadata })).data).toMatchObject({ logo, metadata });
  });

  test("accepts names of built-in object properties as keys, and rejects `__proto__`", async () => {
    const { ann, create } = await openAnn();
    const metadata = { constructor: "a", toString: "b", hasOwnProperty: "c", prototype: "d" };
    expect((await create({ metadata })).data?.metadata).toEqual(metadata);
    expect((await ann.client.organization.list()).data?.[0]?.metadata).toBe(JSON.stringify(metadata));
    const body = '{"name":"B","slug":"b","metadata":{"__proto__":{"role":"owner"}}}';
    const polluting = await ann.browser.fetch("/organization/create", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect(polluting.status).toBe(400);
    expect(({} as Record<string, unknown>).role).toBe(undefined);
  });

  test("accepts neither an id nor a date from its caller", async () => {
    const { create, clock } = await openAnn();
    const { data } = await create({ id: "chosen", createdAt: "2000-01-01T00:00:00.000Z", role: "admin", members: [] });
    expect(data?.id).not.toBe("chosen");
    expect(data).toMatchObject({ createdAt: clock.now(), members: [{ role: "owner" }] });
  });
});

describe("columns that plugins add to an organization", () => {
  test("are stored and shown if callers may set them", async () => {
    const { bob, ...office } = openOffice();
    const { browser, client } = await bob;
    const asked = { ...acme, plan: "gold", notes: "smuggled" };
    expect(await (await browser.post("/organization/create", asked)).json()).toMatchObject({
      plan: "gold",
      notes: null,
    });
    expect((await client.organization.getFullOrganization()).data).toMatchObject({ plan: "gold" });
    expect(await office.db.find(organizationModel, { slug: "acme" })).toMatchObject({ plan: "gold", notes: null });
  });

  test("are named in the error if another organization has the value", async () => {
    const { browser } = await openOffice().bob;
    await browser.post("/organization/create", { ...acme, number: "7" });
    const taken = await browser.post("/organization/create", { name: "B", slug: "b", number: "7" });
    expect(taken.status).toBe(400);
    expect(await taken.json()).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "number" }] });
  });
});

describe("hooks on a new organization", () => {
  test("can change it or fail, and a failure leaves no row behind", async () => {
    const office: Plugin = definePlugin({
      id: "office",
      errors,
      hooks: {
        "organization.create": (draft: { readonly name: string }) => ({ ...draft, name: `${draft.name} Inc.` }),
        "member.add": (draft: object, ctx: Pick<HookContext, "fail">, { reason }: { readonly reason: string }) =>
          reason === "created" && "organizationId" in draft ? ctx.fail(errors.NO_SHELL_COMPANIES) : draft,
      },
    });
    const changing: Plugin = { ...office, hooks: { "organization.create": office.hooks["organization.create"] } };
    const ask = async (plugin: Plugin) => {
      const fixture = createTestAuth({
        plugins: [organization(), plugin] as const,
        clientPlugins: [organizationClient()] as const,
      });
      const { client } = await fixture.signUp("ann@example.com");
      const answer = await client.organization.create(acme);
      return { ...answer, rows: await fixture.db.count(organizationModel, {}) };
    };
    expect(await ask(changing)).toMatchObject({ data: { name: "Acme Inc." }, rows: 1 });
    expect(await ask(office)).toMatchObject({ error: { code: "NO_SHELL_COMPANIES", status: 422 }, rows: 0 });
  });
});
