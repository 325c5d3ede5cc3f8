import { describe, expect, test } from "vitest";
import { acme, codeOf, openAnn, openOffice } from "./creating.ts";
import { found, join } from "./fixture.ts";

describe("the right to create an organization", () => {
  test.each([false, () => false, async () => false, () => "yes" as unknown as boolean])(
    "is denied if the app's option is %s",
    async (allowUserToCreateOrganization) => {
      const { create, count } = await openAnn({ allowUserToCreateOrganization });
      expect((await create()).error).toMatchObject({
        code: "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION",
        status: 403,
      });
      expect(await count()).toEqual([0, 0]);
    },
  );

  test("is decided by the app's function", async () => {
    const { create, signUp } = await openAnn({
      allowUserToCreateOrganization: async ({ email }) => email === "ann@example.com",
    });
    expect(codeOf(await create())).toBe(null);
    const { client } = await signUp("bob@example.com");
    expect(codeOf(await client.organization.create({ name: "Bob", slug: "bob" }))).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION",
    );
  });

  test("is denied if the function fails, and the failure is logged", async () => {
    const { create, count, logged } = await openAnn({
      allowUserToCreateOrganization: () => Promise.reject(new Error("The billing service is unavailable.")),
    });
    expect((await create()).error).toMatchObject({ code: "INTERNAL_SERVER_ERROR", status: 500 });
    expect(await count()).toEqual([0, 0]);
    expect(logged).toMatchObject([{ cause: expect.stringContaining("The billing service is unavailable.") }]);
  });
});

describe("organizationLimit", () => {
  test.each([
    ["a number", 2],
    ["a function", () => 2],
    ["a function that takes its time", async () => 2],
  ])("as %s counts every organization of the user", async (_, organizationLimit) => {
    const { ann, create, count, signUp, ...fixture } = await openAnn({ organizationLimit });
    const bob = await signUp("bob@example.com");
    await join(fixture, { organizationId: await found(bob, "bobs"), userId: ann.user.id, role: "member" });
    expect(codeOf(await create())).toBe(null);
    expect((await create({ slug: "more" })).error).toMatchObject({
      code: "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS",
      status: 403,
    });
    expect(await count()).toEqual([2, 3]);
  });

  test("of 0 denies every creation", async () => {
    const { create } = await openAnn({ organizationLimit: 0 });
    expect(codeOf(await create())).toBe("YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS");
  });

  test("may differ between users", async () => {
    const { create, signUp } = await openAnn({
      organizationLimit: ({ email }) => (email.startsWith("ann@") ? Number.POSITIVE_INFINITY : 0),
    });
    expect(codeOf(await create())).toBe(null);
    expect(codeOf(await (await signUp("bob@example.com")).client.organization.create({ name: "B", slug: "b" }))).toBe(
      "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS",
    );
  });

  test.each([Number.NaN, -1, 1.5, undefined, null, "5", true])(
    "returned as %s, an invalid limit, creates no organization and is logged",
    async (answer) => {
      const { create, count, logged } = await openAnn({ organizationLimit: () => answer as number });
      expect((await create()).error).toMatchObject({ code: "INTERNAL_SERVER_ERROR", status: 500 });
      expect(await count()).toEqual([0, 0]);
      expect(logged).toMatchObject([{ cause: expect.stringContaining("organizationLimit") }]);
    },
  );

  test("creates no organization if its function fails", async () => {
    const { create, count, logged } = await openAnn({ organizationLimit: () => Promise.reject(new Error("away")) });
    expect((await create()).error).toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
    expect(await count()).toEqual([0, 0]);
    expect(logged).toMatchObject([{ cause: expect.stringContaining("away") }]);
  });
});

describe("an organization for another user", () => {
  test("cannot be created over HTTP by users who are not administrators", async () => {
    const { create, signUp, count } = await openAnn();
    const { user } = await signUp("bob@example.com");
    for (const userId of [user.id, "nobody"]) {
      expect(codeOf(await create({ userId }))).toBe("YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION");
    }
    expect(await count()).toEqual([0, 0]);
  });

  test("rejects the caller as the owner if users may not create organizations", async () => {
    const { ann, create } = await openAnn({ allowUserToCreateOrganization: false });
    expect(codeOf(await create({ userId: ann.user.id }))).toBe("YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION");
  });

  test("is created by an administrator without a change to their own session", async () => {
    const { signUp, ...office } = openOffice({ allowUserToCreateOrganization: false, organizationLimit: 1 });
    const ann = await signUp("ann@example.com");
    const bob = await office.bob;
    const { data } = await ann.client.organization.create({ ...acme, userId: bob.user.id });
    expect(data?.members).toMatchObject([{ userId: bob.user.id, role: "owner" }]);
    expect((await ann.client.getSession()).data?.session.activeOrganizationId).toBe(null);
    expect((await bob.client.getSession()).data?.session.activeOrganizationId).toBe(null);
    await office.auth.idle();
    expect(office.events.at(-1)).toMatchObject({ type: "organization.created", actorId: ann.user.id });
    const again = await ann.client.organization.create({ name: "B", slug: "b", userId: bob.user.id });
    expect(codeOf(again)).toBe("YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS");
    expect(codeOf(await ann.client.organization.create({ ...acme, userId: "nobody" }))).toBe("USER_NOT_FOUND");
  });

  test("is created by the server, independent of `allowUserToCreateOrganization`", async () => {
    const office = openOffice({ allowUserToCreateOrganization: false, organizationLimit: 1 });
    const bob = await office.bob;
    const { createForUser } = office.auth.api.organization;
    const asked = { ...acme, slug: "ACME", metadata: { a: "b" }, userId: bob.user.id, plan: "gold" };
    const made = await createForUser(asked);
    expect(made).toMatchObject({ slug: "acme", metadata: { a: "b" }, plan: "gold", members: [{ role: "owner" }] });
    expect((await bob.client.organization.list()).data).toMatchObject([{ slug: "acme", plan: "gold" }]);
    await office.auth.idle();
    expect(office.events.at(-1)).toMatchObject({ type: "organization.created", actorId: null });
    const failures = [
      [{ ...asked, slug: "b" }, "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS"],
      [{ ...asked, userId: "nobody" }, "USER_NOT_FOUND"],
      [{ ...asked, slug: "no slug" }, "VALIDATION_ERROR"],
    ] as const;
    for (const [input, code] of failures) await expect(createForUser(input)).rejects.toMatchObject({ code });
  });

  test("has no server-only route over HTTP", async () => {
    const { ann, count } = await openAnn();
    const response = await ann.browser.post("/organization/create-for-user", { ...acme, userId: ann.user.id });
    expect(response.status).toBe(404);
    expect(await count()).toEqual([0, 0]);
  });
});
