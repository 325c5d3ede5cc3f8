import { accountModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { errorOf, eventsOf, open } from "./fixture.ts";

const password = "a new long password";

describe("POST /admin/create-user", () => {
  const ann = { email: "Ann@Example.com", name: "Ann" };

  test("creates a user who can sign in with the given password, and emits an event", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const { data } = await admin.client.admin.createUser({ ...ann, password });
    expect(data?.user).toMatchObject({
      email: "ann@example.com",
      name: "Ann",
      emailVerified: false,
      role: "user",
      banned: null,
    });
    expect((await fixture.client.signIn.email({ email: ann.email, password })).error).toBe(null);
    expect((await admin.client.getSession()).data?.user.id).toBe(admin.user.id);
    expect(await eventsOf(fixture)).toMatchObject([
      { type: "admin.user-created", actorId: admin.user.id, target: { id: data?.user.id } },
    ]);
    expect(fixture.events.filter(({ type }) => type === "user.created")).toHaveLength(2);
  });

  test("without a password the user cannot sign in until they request one", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const { data } = await admin.client.admin.createUser(ann);
    expect(await fixture.db.count(accountModel, { userId: data?.user.id ?? "" })).toBe(0);
  });

  test("accepts a role, and columns of plugins with the checks of a user's own input", async () => {
    const fixture = open();
    const { client } = await fixture.join("admin", "admin");
    const image = "https://example.com/ann.png";
    const data = { image, emailVerified: true, username: "ANN" };
    const made = await client.admin.createUser({ ...ann, role: "support", data });
    expect(made.data?.user).toMatchObject({
      role: "support",
      image,
      emailVerified: true,
      username: "ann",
      displayUsername: "ANN",
    });
    const bob = { email: "bob@example.com", name: "Bob" };
    const codeOf = async (data: object) => errorOf(await client.admin.createUser({ ...bob, data: { ...data } }))?.code;
    expect(await codeOf({ username: "a" })).toBe("USERNAME_IS_TOO_SHORT");
    expect(await codeOf({ username: "ann" })).toBe("USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER");
    expect(await codeOf({ image: "javascript:alert(1)" })).toBe("VALIDATION_ERROR");
  });

  test.each(["role", "banned", "banReason", "id", "createdAt", "password", "foldedName", "email", "constructor"])(
    "does not accept %s in `data`",
    async (column) => {
      const fixture = open();
      const { browser } = await fixture.join("admin", "admin");
      const answer = await browser.post("/admin/create-user", { ...ann, data: { [column]: "admin" } });
      expect(await answer.json()).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: `data.${column}` }] });
      expect(await fixture.db.count(userModel, {})).toBe(1);
    },
  );

  test("assigns a role only for callers with that permission", async () => {
    const statements = { user: ["create"] } as const;
    const fixture = open({ options: { roles: { admin: statements, clerk: statements, user: {} } } });
    const clerk = await fixture.join("clerk", "clerk");
    expect(errorOf(await clerk.client.admin.createUser({ ...ann, role: "clerk" }))?.code).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE",
    );
    const other = open();
    const support = await other.join("support", "support");
    expect(errorOf(await support.client.admin.createUser({ ...ann, role: "admin" }))?.code).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS",
    );
    expect(await fixture.db.count(userModel, {})).toBe(1);
  });

  test("creates no user with permissions beyond the caller's", async () => {
    const roles = { admin: { user: ["create", "set-role"] }, chief: { user: ["create", "ban"] }, user: {} };
    const fixture = open({ options: { roles } });
    const { client } = await fixture.join("admin", "admin");
    expect(errorOf(await client.admin.createUser({ ...ann, role: "chief" }))).toEqual({
      status: 403,
      code: "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS",
    });
  });

  test.each([
    [{ ...ann, email: "ann" }, 400, "INVALID_EMAIL"],
    [{ ...ann, email: "ADMIN@example.com" }, 422, "USER_ALREADY_EXISTS"],
    [{ ...ann, password: "short" }, 400, "PASSWORD_TOO_SHORT"],
    [{ ...ann, password: "password123" }, 400, "PASSWORD_TOO_COMMON"],
    [{ ...ann, role: "nope" }, 400, "ROLE_NOT_FOUND"],
  ])("rejects %j", async (input, status, code) => {
    const { join } = open();
    const { client } = await join("admin", "admin");
    expect(errorOf(await client.admin.createUser(input))).toEqual({ status, code });
  });

  test("does not reveal taken addresses to callers without the permission", async () => {
    const { join } = open();
    const { client } = await join("ann");
    for (const email of ["ann@example.com", "new@example.com", "ann"])
      expect(errorOf(await client.admin.createUser({ email, name: "x" }))?.code).toBe(
        "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS",
      );
  });
});

describe("GET /admin/get-user", () => {
  test("returns one user, and emits an event", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const { user } = await fixture.join("ann", "editor");
    const { data } = await admin.client.admin.getUser({ id: user.id });
    expect(data?.user).toMatchObject({ id: user.id, role: "editor", username: null });
    expect(data?.user).not.toHaveProperty("foldedName");
    expect(errorOf(await admin.client.admin.getUser({ id: "nobody" }))).toEqual({
      status: 404,
      code: "USER_NOT_FOUND",
    });
    expect(await eventsOf(fixture)).toMatchObject([{ type: "admin.user-viewed", target: { id: user.id } }]);
  });
});

describe("POST /admin/update-user", () => {
  test("changes name, picture, `emailVerified` and columns of plugins, and lists them in its event", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const { user } = await fixture.join("ann");
    const data = { name: "Anna", image: null, emailVerified: true, username: "anna" };
    const answer = await admin.client.admin.updateUser({ userId: user.id, data });
    expect(answer.data?.user).toMatchObject({ ...data, displayUsername: "anna" });
    expect(await eventsOf(fixture)).toMatchObject([
      { type: "admin.user-updated", actorId: admin.user.id, changed: ["username", "name", "emailVerified"] },
    ]);
    const types = fixture.events.map(({ type }) => type);
    expect(types).toContain("email.verified");
    const updated = fixture.events.findLast(({ type }) => type === "user.updated");
    expect(updated).toMatchObject({ changed: expect.not.arrayContaining(["foldedName"]) });
  });

  test("without a change writes no row and emits no event", async () => {
    const fixture = open();
    const { client } = await fixture.join("admin", "admin");
    const { user } = await fixture.join("ann");
    const before = await fixture.rowOf(user.id);
    for (const data of [{}, { name: "ann" }, { emailVerified: false }])
      expect((await client.admin.updateUser({ userId: user.id, data })).error).toBe(null);
    expect(await fixture.rowOf(user.id)).toEqual(before);
    expect(await eventsOf(fixture)).toEqual([]);
  });

  test.each(["role", "banned", "banReason", "banExpires", "id", "createdAt", "password", "foldedName", "toString"])(
    "sets no %s",
    async (column) => {
      const fixture = open();
      const { browser } = await fixture.join("admin", "admin");
      const { user } = await fixture.join("ann");
      const before = await fixture.rowOf(user.id);
      const answer = await browser.post("/admin/update-user", { userId: user.id, data: { [column]: "admin" } });
      expect(await answer.json()).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: `data.${column}` }] });
      expect(await fixture.rowOf(user.id)).toEqual(before);
    },
  );

  test("changes no email address, because it controls the account", async () => {
    const fixture = open();
    const { client } = await fixture.join("admin", "admin");
    const { user } = await fixture.join("ann");
    const data = { email: "eve@example.com" };
    expect(errorOf(await client.admin.updateUser({ userId: user.id, data }))?.code).toBe("EMAIL_CAN_NOT_BE_UPDATED");
  });

  test("changes no user who outranks the caller", async () => {
    const roles = { admin: { user: ["update", "ban"] }, clerk: { user: ["update"] }, user: {} };
    const fixture = open({ options: { roles } });
    const { client } = await fixture.join("clerk", "clerk");
    const admin = await fixture.join("admin", "admin");
    const answer = await client.admin.updateUser({ userId: admin.user.id, data: { name: "Fool" } });
    expect(errorOf(answer)?.code).toBe("YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER");
  });
});

describe("POST /admin/remove-user", () => {
  test("deletes a user with all their data, and emits an event", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann", "editor");
    expect((await admin.client.admin.removeUser({ userId: ann.user.id })).data).toEqual({ success: true });
    expect(await fixture.rowOf(ann.user.id)).toBe(null);
    expect(await fixture.sessionsOf(ann.user.id)).toEqual([]);
    expect(await fixture.db.count(accountModel, { userId: ann.user.id })).toBe(0);
    expect(await eventsOf(fixture)).toMatchObject([
      { type: "admin.user-removed", actorId: admin.user.id, target: { id: ann.user.id, role: "editor" } },
    ]);
    expect(fixture.events.some(({ type }) => type === "user.deleted")).toBe(true);
    expect(errorOf(await admin.client.admin.removeUser({ userId: ann.user.id }))?.status).toBe(404);
  });

  test("removes another administrator, but not the caller", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const deputy = await fixture.join("deputy", "admin");
    expect(errorOf(await admin.client.admin.removeUser({ userId: admin.user.id }))).toEqual({
      status: 400,
      code: "YOU_CANNOT_REMOVE_YOURSELF",
    });
    expect((await admin.client.admin.removeUser({ userId: deputy.user.id })).error).toBe(null);
    expect(await fixture.rowOf(deputy.user.id)).toBe(null);
  });

  test("is the only way to delete an administrator", async () => {
    const fixture = open({ config: { user: { deleteUser: { enabled: true, confirmByMail: false } } } });
    const admin = await fixture.join("admin", "admin");
    const support = await fixture.join("support", "support");
    expect(errorOf(await admin.client.deleteUser({ password: admin.password }))).toEqual({
      status: 403,
      code: "ADMINS_CANNOT_DELETE_THEMSELVES",
    });
    expect(await fixture.rowOf(admin.user.id)).not.toBe(null);
    expect((await support.client.deleteUser({ password: support.password })).error).toBe(null);
  });
});

describe("POST /admin/set-user-password", () => {
  test("replaces the password, ends the sessions, and notifies by email and events", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    const { data } = await admin.client.admin.setUserPassword({ userId: ann.user.id, newPassword: password });
    expect(data).toEqual({ status: true });
    expect((await ann.client.getSession()).data).toBe(null);
    const signIn = (password: string) => fixture.client.signIn.email({ email: "ann@example.com", password });
    expect((await signIn(ann.password)).error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
    expect((await signIn(password)).error).toBe(null);
    expect(await eventsOf(fixture)).toMatchObject([{ type: "admin.password-set", target: { id: ann.user.id } }]);
    expect(fixture.events.find(({ type }) => type === "password.changed")).toMatchObject({ by: "set" });
    expect(fixture.mailbox.lastTo("ann@example.com", "password-changed")).toBeDefined();
    expect(JSON.stringify(fixture.events)).not.toContain(password);
  });

  test("sets a first password for a user without one", async () => {
    const fixture = open();
    const { client } = await fixture.join("admin", "admin");
    const { data } = await client.admin.createUser({ email: "bob@example.com", name: "Bob" });
    await client.admin.setUserPassword({ userId: data?.user.id ?? "", newPassword: password });
    expect((await fixture.client.signIn.email({ email: "bob@example.com", password })).error).toBe(null);
  });

  test("invalidates links sent before", async () => {
    const fixture = open();
    const { client } = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    await fixture.client.requestPasswordReset({ email: "ann@example.com" });
    await fixture.auth.idle();
    const token = fixture.mailbox.lastTo("ann@example.com", "reset-password")?.token ?? "";
    await client.admin.setUserPassword({ userId: ann.user.id, newPassword: password });
    const answer = await fixture.client.resetPassword({ token, newPassword: "yet another password" });
    expect(answer.error?.code).toBe("INVALID_TOKEN");
  });

  test("resets the limit of wrong passwords", async () => {
    const fixture = open({ config: { rateLimit: { enabled: true, wrongPasswords: { windowSeconds: 600, max: 2 } } } });
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    const signIn = (password: string) => {
      fixture.clock.forward({ seconds: 20 });
      return fixture.visit().client.signIn.email({ email: "ann@example.com", password });
    };
    for (let times = 0; times < 3; times += 1) await signIn("wrong");
    expect((await signIn(ann.password)).error?.code).toBe("TOO_MANY_REQUESTS");
    await admin.client.admin.setUserPassword({ userId: ann.user.id, newPassword: password });
    await fixture.auth.idle();
    expect((await signIn(password)).error).toBe(null);
  });

  test("fails for the caller's own account and for users who outrank them", async () => {
    const roles = { admin: { user: ["set-password", "ban"] }, clerk: { user: ["set-password"] }, user: {} };
    const fixture = open({ options: { roles } });
    const clerk = await fixture.join("clerk", "clerk");
    const admin = await fixture.join("admin", "admin");
    const set = async (userId: string) =>
      errorOf(await clerk.client.admin.setUserPassword({ userId, newPassword: password }))?.code;
    expect(await set(clerk.user.id)).toBe("YOU_CANNOT_SET_YOUR_OWN_PASSWORD");
    expect(await set(admin.user.id)).toBe("YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER");
    expect((await fixture.client.signIn.email({ email: "admin@example.com", password: admin.password })).error).toBe(
      null,
    );
  });

  test.each([
    ["short", "PASSWORD_TOO_SHORT"],
    ["password123", "PASSWORD_TOO_COMMON"],
    ["x".repeat(2000), "PASSWORD_TOO_LONG"],
  ])("rejects an invalid password: %s", async (newPassword, code) => {
    const fixture = open();
    const { client } = await fixture.join("admin", "admin");
    const { user } = await fixture.join("ann");
    expect(errorOf(await client.admin.setUserPassword({ userId: user.id, newPassword }))?.code).toBe(code);
  });
});

describe("a user cannot change their own role or ban", () => {
  const greedy = { role: "admin", banned: false, banReason: null, banExpires: null, impersonatedBy: "x", id: "chosen" };

  test("at sign-up", async () => {
    const fixture = open();
    const { user } = await fixture.signUp("eve@example.com", { ...greedy, emailVerified: true });
    expect(await fixture.rowOf(user.id)).toMatchObject({ role: "user", banned: null, emailVerified: false });
    expect(user.id).not.toBe("chosen");
    expect(await fixture.sessionsOf(user.id)).toMatchObject([{ impersonatedBy: null }]);
  });

  test("by update-user", async () => {
    const fixture = open();
    const eve = await fixture.join("eve");
    const before = await fixture.rowOf(eve.user.id);
    await eve.browser.post("/update-user", greedy);
    expect(await fixture.rowOf(eve.user.id)).toEqual(before);
    expect(errorOf(await eve.client.admin.listUsers())?.status).toBe(403);
  });
});
