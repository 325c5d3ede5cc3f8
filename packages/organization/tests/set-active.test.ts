import { memory } from "@keyhold/adapter-memory";
import { type AddedColumns, definePlugin, type Plugin, sessionModel } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { createTestAuth } from "@keyhold/testing";
import { counted } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { found, type Options, openCompany, openOrganizations, type Person } from "./fixture.ts";

const activeIn = async ({ client }: Pick<Person, "client">) =>
  (await client.getSession()).data?.session.activeOrganizationId;

describe("POST /organization/set-active", () => {
  test("makes an organization of the caller active, by id or slug, and returns it with its members", async () => {
    const { owner, member, organizationId } = await openCompany();
    const second = await found(owner, "second");
    for (const name of [{ organizationId }, { organizationSlug: "acme" }, { organizationSlug: "ACME" }]) {
      await owner.client.organization.setActive({ organizationId: second });
      const { data } = await owner.client.organization.setActive(name);
      expect(data).toMatchObject({ id: organizationId, slug: "acme", teams: null, membersCursor: null });
      expect(data?.members.map(({ role }) => role).sort()).toEqual(["admin", "member", "owner"]);
      expect(await activeIn(owner)).toBe(organizationId);
    }
    expect(await activeIn(member)).toBe(null);
  });

  test("clears the active organization by null, and keeps it if no organization is given", async () => {
    const { owner, organizationId } = await openCompany();
    expect((await owner.client.organization.setActive({})).data).toMatchObject({ id: organizationId });
    expect(await owner.client.organization.setActive({ organizationId: null })).toMatchObject({
      data: null,
      error: null,
    });
    expect(await activeIn(owner)).toBe(null);
    expect((await owner.client.organization.getFullOrganization()).data).toBe(null);
    expect((await owner.client.organization.setActive({})).data).toBe(null);
  });

  test("affects this session, and no other of the user", async () => {
    const { fixture, owner, organizationId } = await openCompany();
    const phone = fixture.visit();
    await phone.client.signIn.email({ email: "owner@example.com", password: owner.password });
    expect([await activeIn(owner), await activeIn(phone)]).toEqual([organizationId, null]);
    await phone.client.organization.setActive({ organizationId });
    await owner.client.organization.setActive({ organizationId: null });
    expect([await activeIn(owner), await activeIn(phone)]).toEqual([null, organizationId]);
  });

  test.each(["acme", "nobody"])("fails for a foreign organization and changes no row: %s", async (slug) => {
    const { fixture, outsider, organizationId, foreignId } = await openCompany();
    const id = slug === "acme" ? organizationId : "nobody";
    const refused = { code: "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION", status: 403 };
    const { setActive } = outsider.client.organization;
    expect((await setActive({ organizationId: id })).error).toMatchObject(refused);
    expect((await setActive({ organizationSlug: slug })).error).toMatchObject(refused);
    expect(await activeIn(outsider)).toBe(foreignId);
    expect((await fixture.browser.post("/organization/set-active", { organizationId: id })).status).toBe(401);
  });

  test("renews the browser's session cookie cache with its response", async () => {
    const fixture = openOrganizations({}, { session: { cookieCache: { enabled: true } } });
    const ann = await fixture.signUp("ann@example.com");
    const organizationId = await found(ann, "acme");
    expect(await activeIn(ann)).toBe(organizationId);
    await ann.client.organization.setActive({ organizationId: null });
    // The row would answer in any case: this reads the cache.
    await fixture.db.remove(sessionModel, { userId: ann.user.id });
    expect(await activeIn(ann)).toBe(null);
  });
});

describe("an active organization after its user's membership has ended", () => {
  test("does not count as active", async () => {
    const { fixture, admin, organizationId } = await openCompany();
    await admin.client.organization.setActive({ organizationId });
    await fixture.db.transactionOn(organizationModel, organizationId, (tx, locked) =>
      tx.remove(memberModel, { userId: admin.user.id }, locked),
    );
    expect(await activeIn(admin)).toBe(organizationId);
    const { getOrganization, getFullOrganization, setActive, update } = admin.client.organization;
    for (const ask of [getOrganization, getFullOrganization]) {
      expect(await ask()).toMatchObject({ data: null, error: null });
    }
    expect(await setActive({})).toMatchObject({ data: null, error: null });
    expect((await update({ data: { name: "Still mine" } })).error?.code).toBe(
      "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION",
    );
  });
});

describe("activeOrganizationOnSignIn", () => {
  const signInAgain = async (
    fixture: ReturnType<typeof openOrganizations>,
    { password }: Pick<Person, "password">,
  ): Promise<string | null | undefined> => {
    const visitor = fixture.visit();
    await visitor.client.signIn.email({ email: "ann@example.com", password });
    return activeIn(visitor);
  };
  const openAnn = async (options: Options) => {
    const fixture = openOrganizations(options);
    const ann = await fixture.signUp("ann@example.com");
    return { fixture, ann, first: await found(ann, "first") };
  };

  test("is off by default: a new session has no active organization", async () => {
    const { fixture, ann } = await openAnn({});
    expect(await signInAgain(fixture, ann)).toBe(null);
  });

  test("activates the user's first-joined organization", async () => {
    const { fixture, ann, first } = await openAnn({ activeOrganizationOnSignIn: true });
    fixture.clock.forward({ seconds: 1 });
    const second = await found(ann, "second");
    expect(await signInAgain(fixture, ann)).toBe(first);
    await ann.client.organization.delete({ organizationId: first });
    expect(await signInAgain(fixture, ann)).toBe(second);
    await ann.client.organization.delete({ organizationId: second });
    expect(await signInAgain(fixture, ann)).toBe(null);
  });

  test.each([
    [true, ["list member", "lock organization", "exists member"]],
    [false, []],
  ])("as %s costs a sign-in %j, and a sign-up no statement", async (activeOrganizationOnSignIn, asked) => {
    const database = counted(memory());
    const fixture = openOrganizations({ activeOrganizationOnSignIn }, { database });
    const ann = await fixture.signUp("ann@example.com");
    const statements = () =>
      database.calls.map(({ verb, model }) => `${verb} ${model}`).filter((call) => /organization|member/.test(call));
    expect(statements()).toEqual([]);
    await found(ann, "first");
    database.reset();
    await fixture.visit().client.signIn.email({ email: "ann@example.com", password: ann.password });
    expect(statements()).toEqual(asked);
  });

  test("can be overridden by a hook of the app", async () => {
    let chosen: AddedColumns | undefined;
    const app: Plugin = definePlugin({ id: "app", hooks: { "session.create": () => chosen } });
    const fixture = createTestAuth({
      plugins: [organization({ activeOrganizationOnSignIn: true }), app] as const,
      clientPlugins: [organizationClient()] as const,
    });
    const ann = await fixture.signUp("ann@example.com");
    const first = await found(ann, "first");
    fixture.clock.forward({ seconds: 1 });
    const second = await found(ann, "second");
    for (const [columns, active] of [
      [undefined, first],
      [{ activeOrganizationId: second }, second],
      [{ activeOrganizationId: null }, null],
    ] as const) {
      chosen = columns;
      const { client } = fixture.visit();
      await client.signIn.email({ email: "ann@example.com", password: ann.password });
      expect((await client.getSession()).data?.session.activeOrganizationId).toBe(active);
    }
  });
});
