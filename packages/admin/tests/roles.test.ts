import { memory } from "@keyhold/adapter-memory";
import { describe, expect, test } from "vitest";
import { errorOf, eventsOf, open } from "./fixture.ts";

describe("POST /admin/set-role", () => {
  test("assigns roles by name, list or text, without duplicates and in the order of the config", async () => {
    const fixture = open();
    const { client } = await fixture.join("admin", "admin");
    const { user } = await fixture.join("ann");
    const roleAfter = async (role: string | string[]) =>
      (await client.admin.setRole({ userId: user.id, role })).data?.user.role;
    expect(await roleAfter("support")).toBe("support");
    expect(await roleAfter(["editor", "support"])).toBe("support,editor");
    expect(await roleAfter(" editor, support ,editor")).toBe("support,editor");
    expect(await roleAfter("user")).toBe("user");
    expect((await fixture.rowOf(user.id))?.role).toBe("user");
  });

  test.each([
    ["that does not exist", "owner"],
    ["in another case", "Admin"],
    ["beside a valid one", ["support", "nope"]],
    ["with the name of an object property", "constructor"],
    ["without a name", ""],
    ["of an empty list", []],
    ["of commas only", " , "],
  ])("rejects a role %s", async (_, role) => {
    const fixture = open();
    const { client } = await fixture.join("admin", "admin");
    const { user } = await fixture.join("ann", "editor");
    expect(errorOf(await client.admin.setRole({ userId: user.id, role }))).toEqual({
      status: 400,
      code: "ROLE_NOT_FOUND",
    });
    expect((await fixture.rowOf(user.id))?.role).toBe("editor");
  });

  test("assigns no permissions beyond the caller's", async () => {
    const fixture = open();
    const { client } = await fixture.join("support", "support");
    const { user } = await fixture.join("ann");
    for (const role of ["admin", "editor", "support,editor", ["user", "admin"]]) {
      expect(errorOf(await client.admin.setRole({ userId: user.id, role }))).toEqual({
        status: 403,
        code: "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS",
      });
    }
    expect((await fixture.rowOf(user.id))?.role).toBe(null);
    expect((await client.admin.setRole({ userId: user.id, role: "support" })).data?.user.role).toBe("support");
  });

  test("removes no role from a user who outranks the caller", async () => {
    const fixture = open();
    const { client } = await fixture.join("support", "support");
    for (const role of ["admin", "editor"]) {
      const { user } = await fixture.join(`has-${role}`, role);
      expect(errorOf(await client.admin.setRole({ userId: user.id, role: "user" }))).toEqual({
        status: 403,
        code: "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
      });
      expect((await fixture.rowOf(user.id))?.role).toBe(role);
    }
  });

  test("does not allow users to promote or demote themselves", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const support = await fixture.join("support", "support");
    const mine = (person: typeof admin, role: string) => person.client.admin.setRole({ userId: person.user.id, role });
    expect(errorOf(await mine(admin, "user"))?.code).toBe("YOU_CANNOT_DEMOTE_YOURSELF");
    expect(errorOf(await mine(admin, "support,editor"))?.code).toBe("YOU_CANNOT_DEMOTE_YOURSELF");
    expect(errorOf(await mine(support, "user"))?.code).toBe("YOU_CANNOT_DEMOTE_YOURSELF");
    expect(errorOf(await mine(support, "support,admin"))?.code).toBe("YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS");
    expect((await mine(admin, "admin,editor")).data?.user.role).toBe("admin,editor");
  });

  test("emits an event with the previous role, and only after a change", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const { user } = await fixture.join("ann", "editor");
    await admin.client.admin.setRole({ userId: user.id, role: "editor" });
    await admin.client.admin.setRole({ userId: user.id, role: "support" });
    expect(await eventsOf(fixture)).toMatchObject([
      { type: "admin.role-set", actorId: admin.user.id, before: "editor", target: { id: user.id, role: "support" } },
    ]);
  });

  test("takes effect immediately, with any session cache", async () => {
    const fixture = open({ config: { session: { cookieCache: { enabled: true } } } });
    const admin = await fixture.join("admin", "admin");
    const deputy = await fixture.join("deputy", "admin");
    expect((await deputy.client.getSession()).data?.user.role).toBe("user");
    await admin.client.admin.setRole({ userId: deputy.user.id, role: "user" });
    const { user } = await fixture.join("ann");
    expect(errorOf(await deputy.client.admin.banUser({ userId: user.id }))?.status).toBe(403);
  });

  test("fails with 404 for a missing user, and only for callers with the permission", async () => {
    const fixture = open();
    const { client } = await fixture.join("admin", "admin");
    const other = await fixture.join("other");
    expect(errorOf(await client.admin.setRole({ userId: "nobody", role: "user" }))).toEqual({
      status: 404,
      code: "USER_NOT_FOUND",
    });
    expect(errorOf(await other.client.admin.setRole({ userId: "nobody", role: "user" }))?.status).toBe(403);
  });
});

describe("the first administrator", () => {
  test("is a user with an id in the config, before any user can assign a role", async () => {
    const database = memory();
    const before = open({ config: { database } });
    const { user } = await before.join("first");
    const fixture = open({ options: { adminUserIds: [user.id] }, config: { database } });
    const { client } = fixture;
    await client.signIn.email({ email: "first@example.com", password: "correct horse battery staple" });
    const ann = await fixture.join("ann");
    expect((await client.admin.setRole({ userId: ann.user.id, role: "admin" })).data?.user.role).toBe("admin");
    expect(errorOf(await ann.client.admin.impersonateUser({ userId: user.id }))?.code).toBe(
      "YOU_CANNOT_IMPERSONATE_ADMINS",
    );
    expect((await client.admin.setRole({ userId: user.id, role: "user" })).data?.user.role).toBe("user");
    expect((await client.admin.setRole({ userId: user.id, role: "admin" })).data?.user.role).toBe("admin");
  });
});

describe("POST /admin/has-permission", () => {
  test("is true only if the caller has all given permissions", async () => {
    const fixture = open();
    const support = await fixture.join("support", "support");
    const answers = async (permissions: Record<string, string[]>) =>
      (await support.client.admin.hasPermission({ permissions })).data?.success;
    expect(await answers({ user: ["ban"] })).toBe(true);
    expect(await answers({ user: ["ban", "list"], session: ["list"] })).toBe(true);
    expect(await answers({ user: ["ban", "delete"] })).toBe(false);
    expect(await answers({ user: ["ban"], article: ["create"] })).toBe(false);
    expect(await answers({ planet: ["move"] })).toBe(false);
  });

  test("is false for an empty set", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const nothing: readonly Record<string, string[]>[] = [{}, { user: [] }, { constructor: [] }];
    for (const permissions of nothing)
      expect((await admin.client.admin.hasPermission({ permissions })).data).toEqual({ success: false });
  });

  test("takes the permissions in either field, and all of them if both are given", async () => {
    const fixture = open();
    const { client, browser, user } = await fixture.join("support", "support");
    const ask = async (input: object) => (await browser.post("/admin/has-permission", input)).json();
    const may = { user: ["ban"] };
    const mayNot = { user: ["delete"] };
    expect((await client.admin.hasPermission({ permission: may })).data).toEqual({ success: true });
    expect(await ask({ permission: mayNot })).toEqual({ success: false });
    expect(await ask({ permissions: may, permission: may })).toEqual({ success: true });
    expect(await ask({ permissions: may, permission: mayNot })).toEqual({ success: false });
    expect(await ask({ permissions: mayNot, permission: may })).toEqual({ success: false });
    expect(await ask({})).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await ask({ permission: { user: "ban" } })).toMatchObject({ code: "VALIDATION_ERROR" });
    const { userHasPermission } = fixture.auth.api.admin;
    expect(await userHasPermission({ userId: user.id, permission: may })).toEqual({ success: true });
    expect(await userHasPermission({ userId: user.id, permissions: may, permission: mayNot })).toEqual({
      success: false,
    });
  });

  test("ignores a role and a user in the body", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const { browser } = await fixture.join("ann");
    const answer = await browser.post("/admin/has-permission", {
      permissions: { user: ["ban"] },
      role: "admin",
      userId: admin.user.id,
      roles: ["admin"],
    });
    expect(await answer.json()).toEqual({ success: false });
  });

  test("accepts only lists of names", async () => {
    const fixture = open();
    const { browser } = await fixture.join("admin", "admin");
    for (const permissions of [null, [], "user", { user: "ban" }, { user: [1] }, { user: { 0: "ban" } }, undefined]) {
      const answer = await browser.post("/admin/has-permission", { permissions });
      expect(answer.status, JSON.stringify(permissions)).toBe(400);
    }
  });

  test("works for any user by a server-side call", async () => {
    const fixture = open();
    const { user } = await fixture.join("ann", "editor");
    const { userHasPermission } = fixture.auth.api.admin;
    const may = async (userId: string, permissions: Record<string, string[]>) =>
      (await userHasPermission({ userId, permissions })).success;
    expect(await may(user.id, { article: ["delete"] })).toBe(true);
    expect(await may(user.id, { user: ["ban"] })).toBe(false);
    expect(await may("nobody", { article: ["delete"] })).toBe(false);
    await fixture.change(user.id, { banned: true });
    expect(await may(user.id, { article: ["delete"] })).toBe(false);
    expect((await fixture.browser.post("/admin/user-has-permission", {})).status).toBe(404);
  });
});
