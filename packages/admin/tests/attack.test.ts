import { defineRoles } from "@keyhold/access";
import { adminRoles, adminStatements, isBanned } from "@keyhold/admin";
import { sessionModel } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { errorOf, eventsOf, type Opening, open, type Person } from "./fixture.ts";

const beyond = { status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER" };
const excess = { status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS" };
const acting = { status: 403, code: "NOT_ALLOWED_WHILE_IMPERSONATING" };
const newPassword = "a new long password";

/**
 * A manager has all permissions without being an administrator; a moderator is an administrator without permissions.
 */
const standing = {
  roles: defineRoles(adminStatements, { ...adminRoles, manager: adminRoles.admin, moderator: {} }),
  adminRoles: ["admin", "moderator"],
} as const;

const shown = async (answer: Response) => ({ status: answer.status, code: (await answer.json()).code });

describe("only an administrator outranks administrators, so a manager with all permissions", () => {
  test.each<[string, string, object]>([
    ["demotes", "set-role", { role: "user" }],
    ["bans", "ban-user", {}],
    ["unbans", "unban-user", {}],
    ["removes", "remove-user", {}],
    ["changes", "update-user", { data: { name: "Nobody" } }],
    ["sets the password of", "set-user-password", { newPassword }],
    ["signs out", "revoke-user-sessions", {}],
    ["impersonates", "impersonate-user", {}],
  ])("%s no administrator", async (_, path, input) => {
    const fixture = open({ options: { ...standing, allowImpersonatingAdmins: true, adminUserIds: ["named"] } });
    await fixture.auth.api.importUsers({ users: [{ id: "named", email: "named@example.com", name: "Named" }] });
    const { browser } = await fixture.join("manager", "manager");
    const others = [await fixture.join("admin", "admin"), await fixture.join("moderator", "user,moderator")];
    for (const userId of ["named", ...others.map(({ user }) => user.id)]) {
      const before = [await fixture.rowOf(userId), await fixture.sessionsOf(userId)];
      expect(await shown(await browser.post(`/admin/${path}`, { userId, ...input }))).toEqual(beyond);
      expect([await fixture.rowOf(userId), await fixture.sessionsOf(userId)]).toEqual(before);
    }
  });

  test("cannot make administrators: neither themselves, nor another user, nor a new one", async () => {
    const fixture = open({ options: standing });
    const { client, user } = await fixture.join("manager", "manager");
    const ann = await fixture.join("ann");
    for (const role of ["admin", "moderator", "manager,moderator", ["user", "moderator"]]) {
      for (const userId of [user.id, ann.user.id])
        expect(errorOf(await client.admin.setRole({ userId, role }))).toEqual(excess);
      const created = await client.admin.createUser({ email: "new@example.com", name: "New", role });
      expect(errorOf(created)).toEqual(excess);
    }
    expect((await fixture.rowOf(user.id))?.role).toBe("manager");
    expect((await client.admin.setRole({ userId: ann.user.id, role: "manager" })).error).toBe(null);
  });
});

test("an id in the config that is not a list is one id, not a list of its characters", async () => {
  const fixture = open({ options: { adminUserIds: JSON.parse('"12"') } });
  const users = ["1", "2", "12"].map((id) => ({ id, email: `a${id}@example.com`, name: "A" }));
  await fixture.auth.api.importUsers({ users });
  const may = async (userId: string) =>
    (await fixture.auth.api.admin.userHasPermission({ userId, permissions: { user: ["ban"] } })).success;
  expect([await may("1"), await may("2"), await may("12")]).toEqual([false, false, true]);
});

test("an administrator by config cannot assign roles beyond their row through it", async () => {
  const fixture = open({ options: { adminUserIds: ["named"] } });
  await fixture.auth.api.importUsers({ users: [{ id: "named", email: "named@example.com", name: "Named" }] });
  await fixture.change("named", { role: "admin" });
  await fixture.client.requestPasswordReset({ email: "named@example.com", redirectTo: "/new" });
  await fixture.auth.idle();
  const token = fixture.mailbox.lastTo("named@example.com", "reset-password")?.token ?? "";
  await fixture.client.resetPassword({ token, newPassword });
  await fixture.client.signIn.email({ email: "named@example.com", password: newPassword });
  const demoted = await fixture.client.admin.setRole({ userId: "named", role: "user" });
  expect(errorOf(demoted)).toEqual({ status: 400, code: "YOU_CANNOT_DEMOTE_YOURSELF" });
  expect((await fixture.rowOf("named"))?.role).toBe("admin");
});

test("no import, sign-up or sign-in creates an administrator or an impersonated session", async () => {
  const fixture = open();
  const wish = { role: "admin", banned: true, foldedName: "x", impersonatedBy: "x", adminUserIds: ["x"] };
  await fixture.auth.api.importUsers({
    users: [{ email: "imported@example.com", name: "I", id: "imported", ...wish }],
  });
  const { user, browser, password } = await fixture.signUp("ann@example.com", { name: "Ann", ...wish });
  await browser.post("/sign-in/email", { email: "ann@example.com", password, ...wish });
  for (const id of ["imported", user.id]) expect(await fixture.rowOf(id)).toMatchObject({ role: "user", banned: null });
  for (const session of await fixture.sessionsOf(user.id)) expect(session).toMatchObject({ impersonatedBy: null });
});

describe("an impersonation ends when the roles no longer permit it:", () => {
  const actsAs = async ({ client }: Person) => (await client.getSession()).data?.user.name;

  async function openActing(role: string, target: string | null, options: Opening["options"] = {}) {
    const fixture = open({ options });
    const boss = await fixture.join("boss", "admin");
    const actor = await fixture.join("actor", role);
    const ann = await fixture.join("ann", target);
    expect((await actor.client.admin.impersonateUser({ userId: ann.user.id })).error).toBe(null);
    const give = async ({ user }: Person, given: string) =>
      expect((await boss.client.admin.setRole({ userId: user.id, role: given })).error).toBe(null);
    return { fixture, actor, ann, give };
  }

  test.each(["admin", "editor", "user,admin"])("if its user becomes %s", async (role) => {
    const { fixture, actor, ann, give } = await openActing("support", null);
    await give(ann, role);
    expect(await actsAs(actor)).toBeUndefined();
    expect(await actsAs(ann)).toBe("ann");
    expect(await fixture.sessionsOf(ann.user.id)).toHaveLength(1);
  });

  test("if its user becomes an administrator without more permissions", async () => {
    const { actor, ann, give } = await openActing("admin", null, { ...standing, defaultRole: "user" });
    await give(ann, "moderator");
    expect(await actsAs(actor)).toBeUndefined();
  });

  test("if the administrator gets fewer permissions than its user", async () => {
    const { actor, ann, give } = await openActing("admin", "editor");
    await give(actor, "support");
    expect(await actsAs(actor)).toBeUndefined();
    expect(await actsAs(ann)).toBe("ann");
  });

  test("but continues while it is permitted", async () => {
    const { actor, ann, give } = await openActing("admin", "editor");
    for (const role of ["user", "support", "support,editor"]) await give(ann, role);
    await give(actor, "editor,support");
    expect(await actsAs(actor)).toBe("ann");
    await give(ann, "user");
    await give(actor, "editor");
    expect(await actsAs(actor)).toBeUndefined();
  });

  test("if administrators may be impersonated, too, unless the administrator still outranks its user", async () => {
    const { actor, ann, give } = await openActing("admin", null, { allowImpersonatingAdmins: true });
    await give(ann, "admin");
    expect(await actsAs(actor)).toBe("ann");
    await give(actor, "support");
    expect(await actsAs(actor)).toBeUndefined();
  });
});

describe("an impersonating administrator", () => {
  const emailVerification = { sendOnSignUp: true };

  test("cannot change the user's email address, not even by the link of a requested email", async () => {
    const fixture = open({ config: { user: { changeEmail: { enabled: true } }, emailVerification } });
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    await fixture.change(ann.user.id, { emailVerified: true });
    await ann.client.changeEmail({ newEmail: "new@example.com" });
    await fixture.auth.idle();
    const token = fixture.mailbox.lastTo("ann@example.com", "confirm-email-change")?.token ?? "";
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    expect(await shown(await admin.browser.get("/verify-email", { token }))).toEqual(acting);
    const landed = await admin.browser.get("/verify-email", { token, callbackURL: "/settings" });
    expect(landed.headers.get("location")).toContain("/settings?error=");
    expect((await fixture.rowOf(ann.user.id))?.email).toBe("ann@example.com");
    expect((await ann.browser.get("/verify-email", { token })).status).toBe(200);
    expect((await fixture.rowOf(ann.user.id))?.email).toBe("new@example.com");
  });

  test("does not verify an address with a duplicate sign-up for any password", async () => {
    const { fixture, admin, mallory, userId, token } = await openDuplicateSignUp();
    await admin.client.admin.impersonateUser({ userId });
    // Only the user's own session verifies by a GET: this browser gets a confirmation page, as any other.
    const asked = await admin.browser.get("/verify-email", { token });
    expect(await asked.text()).toContain("<h1>Confirm your email address</h1>");
    expect((await fixture.rowOf(userId))?.emailVerified).toBe(false);
    expect((await admin.browser.post("/verify-email", { token })).status).toBe(200);
    expect(errorOf(await fixture.client.signIn.email(mallory))?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  test("ends it for good: neither the cookie of the impersonation nor that of the own session works again", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    const headers = admin.browser.headers();
    await admin.client.admin.stopImpersonating();
    expect(await fixture.auth.api.getSession({}, { headers })).toBe(null);
    await expect(fixture.auth.api.admin.stopImpersonating({}, { headers })).rejects.toMatchObject({ status: 401 });
  });

  test("with only the impersonated session in another browser cannot resume their own session there", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    const pairs = admin.browser.headers().get("cookie")?.split("; ") ?? [];
    const headers = new Headers({ cookie: pairs.filter((pair) => pair.includes(".session_token=")).join("; ") });
    expect((await fixture.auth.api.getSession({}, { headers }))?.user.id).toBe(ann.user.id);
    expect(await fixture.auth.api.admin.stopImpersonating({}, { headers })).toEqual({ session: null, user: null });
  });
});

/** Mallory signed up with an address before the owner did; the address is not verified. */
async function openDuplicateSignUp() {
  const fixture = open({
    config: { emailAndPassword: { requireEmailVerification: true }, emailVerification: { sendOnSignUp: true } },
  });
  const admin = await fixture.join("admin", "admin");
  await fixture.change(admin.user.id, { emailVerified: true });
  await admin.client.signIn.email({ email: "admin@example.com", password: admin.password });
  const mallory = { email: "owner@example.com", password: "mallory knows this one" };
  await fixture.client.signUp.email({ ...mallory, name: "Mallory" });
  await fixture.client.signUp.email({ ...mallory, password: "the owner's long password", name: "Owner" });
  await fixture.auth.idle();
  const token = fixture.mailbox.lastTo("owner@example.com", "verify-email")?.token ?? "";
  const { data } = await admin.client.admin.listUsers({ searchValue: "owner@" });
  return { fixture, admin, mallory, userId: data?.users[0]?.id ?? "", token };
}

test("an administrator who marks an address with a duplicate sign-up as verified invalidates the passwords of all its users", async () => {
  const { fixture, admin, mallory, userId } = await openDuplicateSignUp();
  expect((await admin.client.admin.updateUser({ userId, data: { emailVerified: true } })).error).toBe(null);
  for (const password of [mallory.password, "the owner's long password"])
    expect(errorOf(await fixture.client.signIn.email({ ...mallory, password }))?.code).toBe(
      "INVALID_EMAIL_OR_PASSWORD",
    );
  await fixture.client.requestPasswordReset({ email: mallory.email, redirectTo: "/new" });
  await fixture.auth.idle();
  const token = fixture.mailbox.lastTo(mallory.email, "reset-password")?.token ?? "";
  expect((await fixture.client.resetPassword({ token, newPassword })).error).toBe(null);
  expect((await fixture.client.signIn.email({ email: mallory.email, password: newPassword })).error).toBe(null);
});

test("an administrator who marks another address as verified keeps its owner's password and sessions", async () => {
  const fixture = open();
  const admin = await fixture.join("admin", "admin");
  const ann = await fixture.join("ann");
  await admin.client.admin.updateUser({ userId: ann.user.id, data: { emailVerified: true } });
  expect((await ann.client.getSession()).data?.user.emailVerified).toBe(true);
  expect((await fixture.client.signIn.email({ email: "ann@example.com", password: ann.password })).error).toBe(null);
});

test("a session from before tokens were hashed is revoked by the value in the list, which is not its token", async () => {
  const fixture = open();
  const admin = await fixture.join("admin", "admin");
  const ann = await fixture.join("ann");
  const [{ id = "" } = {}] = await fixture.sessionsOf(ann.user.id);
  const token = "t".repeat(32);
  await fixture.db.update(sessionModel, id, { token });
  const { data } = await admin.client.admin.listUserSessions({ userId: ann.user.id });
  const [listed] = data?.sessions ?? [];
  expect(JSON.stringify(data)).not.toContain(token);
  const other = await admin.client.admin.revokeUserSession({ sessionId: "other", sessionToken: listed?.token });
  expect([other.error, (await fixture.sessionsOf(ann.user.id)).length]).toEqual([null, 1]);
  await admin.client.admin.revokeUserSession({ sessionId: listed?.id, sessionToken: listed?.token });
  expect(await fixture.sessionsOf(ann.user.id)).toEqual([]);
  expect((await eventsOf(fixture)).at(-1)).toMatchObject({ type: "admin.session-revoked", sessionId: id });
});

test("an administrator without the right to set a password does not use up the limit of password emails", async () => {
  const roles = defineRoles(adminStatements, { ...adminRoles, helper: { user: ["set-password"] } });
  const fixture = open({
    options: { roles },
    config: { rateLimit: { enabled: true, emails: { windowSeconds: 3600, max: 1 } } },
  });
  const boss = await fixture.join("boss", "admin");
  const chief = await fixture.join("chief", "admin");
  const helper = await fixture.join("helper", "helper");
  const set = ({ client }: Person) => client.admin.setUserPassword({ userId: chief.user.id, newPassword });
  for (let tries = 0; tries < 3; tries += 1) expect(errorOf(await set(helper))).toEqual(beyond);
  expect((await set(boss)).error).toBe(null);
  await fixture.auth.idle();
  expect(fixture.mailbox.lastTo("chief@example.com", "password-changed")).not.toBe(null);
});

test("a ban with an invalid end date is in force", () => {
  const now = new Date(0);
  expect(isBanned({ banned: true, banExpires: new Date(Number.NaN) }, now)).toBe(true);
  expect(isBanned({ banned: true, banExpires: now }, now)).toBe(false);
  expect(isBanned({ banned: false, banExpires: new Date(1) }, now)).toBe(false);
});
