import { defineRoles } from "@keyhold/access";
import { adminRoles, adminStatements, isBanned } from "@keyhold/admin";
import { sessionModel } from "@keyhold/core";
import { describe, expect, test } from "vitest";
import { type Opening, open, type Person, refusal, toldBy } from "./kit.ts";

const beyond = { status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER" };
const excess = { status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS" };
const acting = { status: 403, code: "NOT_ALLOWED_WHILE_IMPERSONATING" };
const newPassword = "a new long password";

/** A manager may do all that an administrator may and is none; a moderator may do nothing and is one. */
const standing = {
  roles: defineRoles(adminStatements, { ...adminRoles, manager: adminRoles.admin, moderator: {} }),
  adminRoles: ["admin", "moderator"],
} as const;

const shown = async (answer: Response) => ({ status: answer.status, code: (await answer.json()).code });

describe("to look after the app is more than any permission, so whoever does not", () => {
  test.each<[string, string, object]>([
    ["demotes", "set-role", { role: "user" }],
    ["bans", "ban-user", {}],
    ["unbans", "unban-user", {}],
    ["removes", "remove-user", {}],
    ["changes", "update-user", { data: { name: "Nobody" } }],
    ["sets the password of", "set-user-password", { newPassword }],
    ["signs out", "revoke-user-sessions", {}],
    ["impersonates", "impersonate-user", {}],
  ])("%s nobody who does", async (_, path, input) => {
    const kit = open({ options: { ...standing, allowImpersonatingAdmins: true, adminUserIds: ["named"] } });
    await kit.auth.api.importUsers({ users: [{ id: "named", email: "named@example.com", name: "Named" }] });
    const { browser } = await kit.join("manager", "manager");
    const others = [await kit.join("admin", "admin"), await kit.join("moderator", "user,moderator")];
    for (const userId of ["named", ...others.map(({ user }) => user.id)]) {
      const before = [await kit.rowOf(userId), await kit.sessionsOf(userId)];
      expect(await shown(await browser.post(`/admin/${path}`, { userId, ...input }))).toEqual(beyond);
      expect([await kit.rowOf(userId), await kit.sessionsOf(userId)]).toEqual(before);
    }
  });

  test("makes nobody one who does: neither themselves, nor another, nor somebody new", async () => {
    const kit = open({ options: standing });
    const { client, user } = await kit.join("manager", "manager");
    const ann = await kit.join("ann");
    for (const role of ["admin", "moderator", "manager,moderator", ["user", "moderator"]]) {
      for (const userId of [user.id, ann.user.id])
        expect(refusal(await client.admin.setRole({ userId, role }))).toEqual(excess);
      const created = await client.admin.createUser({ email: "new@example.com", name: "New", role });
      expect(refusal(created)).toEqual(excess);
    }
    expect((await kit.rowOf(user.id))?.role).toBe("manager");
    expect((await client.admin.setRole({ userId: ann.user.id, role: "manager" })).error).toBe(null);
  });
});

test("an id of the config that is no list is one id, and its letters are nobody's", async () => {
  const kit = open({ options: { adminUserIds: JSON.parse('"12"') } });
  const users = ["1", "2", "12"].map((id) => ({ id, email: `a${id}@example.com`, name: "A" }));
  await kit.auth.api.importUsers({ users });
  const may = async (userId: string) =>
    (await kit.auth.api.admin.userHasPermission({ userId, permissions: { user: ["ban"] } })).success;
  expect([await may("1"), await may("2"), await may("12")]).toEqual([false, false, true]);
});

test("whom the config names by id does not give away the role of their row", async () => {
  const kit = open({ options: { adminUserIds: ["named"] } });
  await kit.auth.api.importUsers({ users: [{ id: "named", email: "named@example.com", name: "Named" }] });
  await kit.change("named", { role: "admin" });
  await kit.client.requestPasswordReset({ email: "named@example.com", redirectTo: "/new" });
  await kit.auth.idle();
  const token = kit.mailbox.lastTo("named@example.com", "reset-password")?.token ?? "";
  await kit.client.resetPassword({ token, newPassword });
  await kit.client.signIn.email({ email: "named@example.com", password: newPassword });
  const demoted = await kit.client.admin.setRole({ userId: "named", role: "user" });
  expect(refusal(demoted)).toEqual({ status: 400, code: "YOU_CANNOT_DEMOTE_YOURSELF" });
  expect((await kit.rowOf("named"))?.role).toBe("admin");
});

test("no import, no sign-up and no sign-in makes an administrator, or a session that somebody acts in", async () => {
  const kit = open();
  const wish = { role: "admin", banned: true, foldedName: "x", impersonatedBy: "x", adminUserIds: ["x"] };
  await kit.auth.api.importUsers({ users: [{ email: "imported@example.com", name: "I", id: "imported", ...wish }] });
  const { user, browser, password } = await kit.signUp("ann@example.com", { name: "Ann", ...wish });
  await browser.post("/sign-in/email", { email: "ann@example.com", password, ...wish });
  for (const id of ["imported", user.id]) expect(await kit.rowOf(id)).toMatchObject({ role: "user", banned: null });
  for (const session of await kit.sessionsOf(user.id)) expect(session).toMatchObject({ impersonatedBy: null });
});

describe("an impersonation ends with the roles under which it began:", () => {
  const actsAs = async ({ client }: Person) => (await client.getSession()).data?.user.name;

  async function openActing(role: string, target: string | null, options: Opening["options"] = {}) {
    const kit = open({ options });
    const boss = await kit.join("boss", "admin");
    const actor = await kit.join("actor", role);
    const ann = await kit.join("ann", target);
    expect((await actor.client.admin.impersonateUser({ userId: ann.user.id })).error).toBe(null);
    const give = async ({ user }: Person, given: string) =>
      expect((await boss.client.admin.setRole({ userId: user.id, role: given })).error).toBe(null);
    return { kit, actor, ann, give };
  }

  test.each(["admin", "editor", "user,admin"])("when its user becomes %s", async (role) => {
    const { kit, actor, ann, give } = await openActing("support", null);
    await give(ann, role);
    expect(await actsAs(actor)).toBeUndefined();
    expect(await actsAs(ann)).toBe("ann");
    expect(await kit.sessionsOf(ann.user.id)).toHaveLength(1);
  });

  test("when its user becomes an administrator of no more permissions", async () => {
    const { actor, ann, give } = await openActing("admin", null, { ...standing, defaultRole: "user" });
    await give(ann, "moderator");
    expect(await actsAs(actor)).toBeUndefined();
  });

  test("when who acts may do less than its user from then on", async () => {
    const { actor, ann, give } = await openActing("admin", "editor");
    await give(actor, "support");
    expect(await actsAs(actor)).toBeUndefined();
    expect(await actsAs(ann)).toBe("ann");
  });

  test("but goes on while it could begin anew", async () => {
    const { actor, ann, give } = await openActing("admin", "editor");
    for (const role of ["user", "support", "support,editor"]) await give(ann, role);
    await give(actor, "editor,support");
    expect(await actsAs(actor)).toBe("ann");
    await give(ann, "user");
    await give(actor, "editor");
    expect(await actsAs(actor)).toBeUndefined();
  });

  test("also where administrators are impersonated, goes on only below who acts", async () => {
    const { actor, ann, give } = await openActing("admin", null, { allowImpersonatingAdmins: true });
    await give(ann, "admin");
    expect(await actsAs(actor)).toBe("ann");
    await give(actor, "support");
    expect(await actsAs(actor)).toBeUndefined();
  });
});

describe("whoever acts in somebody's place", () => {
  const emailVerification = { sendOnSignUp: true };

  test("gives them no other address, also by the link of a letter that they asked for", async () => {
    const kit = open({ config: { user: { changeEmail: { enabled: true } }, emailVerification } });
    const admin = await kit.join("admin", "admin");
    const ann = await kit.join("ann");
    await kit.change(ann.user.id, { emailVerified: true });
    await ann.client.changeEmail({ newEmail: "new@example.com" });
    await kit.auth.idle();
    const token = kit.mailbox.lastTo("ann@example.com", "confirm-email-change")?.token ?? "";
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    expect(await shown(await admin.browser.get("/verify-email", { token }))).toEqual(acting);
    const landed = await admin.browser.get("/verify-email", { token, callbackURL: "/settings" });
    expect(landed.headers.get("location")).toContain("/settings?error=");
    expect((await kit.rowOf(ann.user.id))?.email).toBe("ann@example.com");
    expect((await ann.browser.get("/verify-email", { token })).status).toBe(200);
    expect((await kit.rowOf(ann.user.id))?.email).toBe("new@example.com");
  });

  test("vouches for nobody's password where several signed up with an address", async () => {
    const { kit, admin, mallory, userId, token } = await openContested();
    await admin.client.admin.impersonateUser({ userId });
    // Only the user's own session verifies by a GET: this one is asked, as any browser is.
    const asked = await admin.browser.get("/verify-email", { token });
    expect(await asked.text()).toContain("<h1>Confirm your email address</h1>");
    expect((await kit.rowOf(userId))?.emailVerified).toBe(false);
    expect((await admin.browser.post("/verify-email", { token })).status).toBe(200);
    expect(refusal(await kit.client.signIn.email(mallory))?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  test("is back for good: neither the cookie of the impersonation nor the one that waited opens anything again", async () => {
    const kit = open();
    const admin = await kit.join("admin", "admin");
    const ann = await kit.join("ann");
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    const headers = admin.browser.headers();
    await admin.client.admin.stopImpersonating();
    expect(await kit.auth.api.getSession({}, { headers })).toBe(null);
    await expect(kit.auth.api.admin.stopImpersonating({}, { headers })).rejects.toMatchObject({ status: 401 });
  });

  test("and took only the session along to another browser finds no way back there", async () => {
    const kit = open();
    const admin = await kit.join("admin", "admin");
    const ann = await kit.join("ann");
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    const pairs = admin.browser.headers().get("cookie")?.split("; ") ?? [];
    const headers = new Headers({ cookie: pairs.filter((pair) => pair.includes(".session_token=")).join("; ") });
    expect((await kit.auth.api.getSession({}, { headers }))?.user.id).toBe(ann.user.id);
    expect(await kit.auth.api.admin.stopImpersonating({}, { headers })).toEqual({ session: null, user: null });
  });
});

/** Mallory signed up with an address before its owner did, and nobody has proven it. */
async function openContested() {
  const kit = open({
    config: { emailAndPassword: { requireEmailVerification: true }, emailVerification: { sendOnSignUp: true } },
  });
  const admin = await kit.join("admin", "admin");
  await kit.change(admin.user.id, { emailVerified: true });
  await admin.client.signIn.email({ email: "admin@example.com", password: admin.password });
  const mallory = { email: "owner@example.com", password: "mallory knows this one" };
  await kit.client.signUp.email({ ...mallory, name: "Mallory" });
  await kit.client.signUp.email({ ...mallory, password: "the owner's long password", name: "Owner" });
  await kit.auth.idle();
  const token = kit.mailbox.lastTo("owner@example.com", "verify-email")?.token ?? "";
  const { data } = await admin.client.admin.listUsers({ searchValue: "owner@" });
  return { kit, admin, mallory, userId: data?.users[0]?.id ?? "", token };
}

test("an administrator who says of a contested address that it is proven lets in none of those who signed up with it", async () => {
  const { kit, admin, mallory, userId } = await openContested();
  expect((await admin.client.admin.updateUser({ userId, data: { emailVerified: true } })).error).toBe(null);
  for (const password of [mallory.password, "the owner's long password"])
    expect(refusal(await kit.client.signIn.email({ ...mallory, password }))?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  await kit.client.requestPasswordReset({ email: mallory.email, redirectTo: "/new" });
  await kit.auth.idle();
  const token = kit.mailbox.lastTo(mallory.email, "reset-password")?.token ?? "";
  expect((await kit.client.resetPassword({ token, newPassword })).error).toBe(null);
  expect((await kit.client.signIn.email({ email: mallory.email, password: newPassword })).error).toBe(null);
});

test("of an address that nobody contests, what an administrator proves keeps its owner's password and sessions", async () => {
  const kit = open();
  const admin = await kit.join("admin", "admin");
  const ann = await kit.join("ann");
  await admin.client.admin.updateUser({ userId: ann.user.id, data: { emailVerified: true } });
  expect((await ann.client.getSession()).data?.user.emailVerified).toBe(true);
  expect((await kit.client.signIn.email({ email: "ann@example.com", password: ann.password })).error).toBe(null);
});

test("a session from before tokens were hashed is ended by what a list says of it, and the list does not say its token", async () => {
  const kit = open();
  const admin = await kit.join("admin", "admin");
  const ann = await kit.join("ann");
  const [{ id = "" } = {}] = await kit.sessionsOf(ann.user.id);
  const token = "t".repeat(32);
  await kit.db.update(sessionModel, id, { token });
  const { data } = await admin.client.admin.listUserSessions({ userId: ann.user.id });
  const [listed] = data?.sessions ?? [];
  expect(JSON.stringify(data)).not.toContain(token);
  const other = await admin.client.admin.revokeUserSession({ sessionId: "other", sessionToken: listed?.token });
  expect([other.error, (await kit.sessionsOf(ann.user.id)).length]).toEqual([null, 1]);
  await admin.client.admin.revokeUserSession({ sessionId: listed?.id, sessionToken: listed?.token });
  expect(await kit.sessionsOf(ann.user.id)).toEqual([]);
  expect((await toldBy(kit)).at(-1)).toMatchObject({ type: "admin.session-revoked", sessionId: id });
});

test("whoever may not set somebody's password uses up none of the letters that tell of a new one", async () => {
  const roles = defineRoles(adminStatements, { ...adminRoles, helper: { user: ["set-password"] } });
  const kit = open({
    options: { roles },
    config: { rateLimit: { enabled: true, letters: { windowSeconds: 3600, max: 1 } } },
  });
  const boss = await kit.join("boss", "admin");
  const chief = await kit.join("chief", "admin");
  const helper = await kit.join("helper", "helper");
  const set = ({ client }: Person) => client.admin.setUserPassword({ userId: chief.user.id, newPassword });
  for (let tries = 0; tries < 3; tries += 1) expect(refusal(await set(helper))).toEqual(beyond);
  expect((await set(boss)).error).toBe(null);
  await kit.auth.idle();
  expect(kit.mailbox.lastTo("chief@example.com", "password-changed")).not.toBe(null);
});

test("a ban whose end cannot be read holds", () => {
  const now = new Date(0);
  expect(isBanned({ banned: true, banExpires: new Date(Number.NaN) }, now)).toBe(true);
  expect(isBanned({ banned: true, banExpires: now }, now)).toBe(false);
  expect(isBanned({ banned: false, banExpires: new Date(1) }, now)).toBe(false);
});
