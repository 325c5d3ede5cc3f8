import { describe, expect, test } from "vitest";
import { errorOf, eventsOf, type Fixture, type Opening, open, type Person } from "./fixture.ts";

const hour = 3600;

interface Scene {
  readonly fixture: Fixture;
  readonly admin: Person;
  readonly ann: Person;
}

async function openScene(opening?: Opening): Promise<Scene> {
  const fixture = open(opening);
  return { fixture, admin: await fixture.join("admin", "admin"), ann: await fixture.join("ann") };
}

/** The scene after the administrator has begun to impersonate Ann. */
async function openImpersonation(opening?: Opening): Promise<Scene> {
  const scene = await openScene(opening);
  expect((await scene.admin.client.admin.impersonateUser({ userId: scene.ann.user.id })).error).toBe(null);
  return scene;
}

const cookieOf = ({ browser }: Person, name: string): string | undefined =>
  browser
    .headers()
    .get("cookie")
    ?.split("; ")
    .find((pair) => pair.includes(`.${name}=`));

describe("POST /admin/impersonate-user", () => {
  test("creates a session of the user with the administrator's id, and returns no token to a browser", async () => {
    const { fixture, admin, ann } = await openScene();
    const { data } = await admin.client.admin.impersonateUser({ userId: ann.user.id });
    expect(data).toMatchObject({
      token: null,
      user: { id: ann.user.id },
      session: { userId: ann.user.id, impersonatedBy: admin.user.id },
    });
    const seen = (await admin.client.getSession()).data;
    expect(seen).toMatchObject({
      user: { id: ann.user.id },
      session: { id: data?.session.id, impersonatedBy: admin.user.id },
    });
    expect((await ann.client.getSession()).data?.session.impersonatedBy).toBe(null);
    expect(await fixture.sessionsOf(ann.user.id)).toHaveLength(2);
  });

  test("is visible in the user's list of sessions, and can be ended there", async () => {
    const { admin, ann } = await openImpersonation();
    const { data } = await ann.client.listSessions();
    const [foreign] = (data ?? []).filter(({ isCurrent }) => !isCurrent);
    expect(foreign).toMatchObject({ impersonatedBy: admin.user.id });
    await ann.client.revokeSession({ id: foreign?.id ?? "" });
    expect((await admin.client.getSession()).data).toBe(null);
  });

  test("lasts as long as configured, and no request prolongs it", async () => {
    const { fixture, admin } = await openImpersonation({
      config: { session: { updateAgeSeconds: 0 } },
    });
    const endsAt = fixture.clock.now().getTime() + hour * 1000;
    for (let minutes = 0; minutes < 55; minutes += 11) {
      fixture.clock.forward({ seconds: 11 * 60 });
      expect((await admin.client.getSession()).data?.session.expiresAt.getTime()).toBe(endsAt);
    }
    fixture.clock.forward({ seconds: 5 * 60 });
    expect((await admin.client.getSession()).data).toBe(null);
    expect((await admin.client.admin.stopImpersonating()).error?.status).toBe(401);
  });

  test("emits its event with actor, target and end, and the event of the session", async () => {
    const { fixture, admin, ann } = await openImpersonation({ options: { impersonationSeconds: 60 } });
    const endsAt = new Date(fixture.clock.now().getTime() + 60_000);
    const [session] = (await fixture.sessionsOf(ann.user.id)).filter(
      (row) => row.expiresAt.getTime() === endsAt.getTime(),
    );
    expect(await eventsOf(fixture)).toEqual([
      {
        type: "admin.impersonation-started",
        actorId: admin.user.id,
        ipAddress: "203.0.113.7",
        userAgent: null,
        target: expect.objectContaining({ id: ann.user.id }),
        sessionId: session?.id,
        endsAt,
      },
    ]);
    const created = fixture.events.findLast(({ type }) => type === "session.created");
    expect(created).toMatchObject({ method: "impersonation", session: { impersonatedBy: admin.user.id } });
  });

  test("fails for administrators, users who outrank the caller, banned users, and the caller", async () => {
    const { fixture, admin, ann } = await openScene();
    const deputy = await fixture.join("deputy", "support,admin");
    const support = await fixture.join("support", "support");
    const editor = await fixture.join("editor", "editor");
    await fixture.change(ann.user.id, { banned: true });
    const codeOf = async ({ client }: Person, { user }: Person) =>
      errorOf(await client.admin.impersonateUser({ userId: user.id }))?.code;
    expect(await codeOf(admin, deputy)).toBe("YOU_CANNOT_IMPERSONATE_ADMINS");
    expect(await codeOf(support, editor)).toBe("YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER");
    expect(await codeOf(admin, ann)).toBe("BANNED_USER");
    expect(await codeOf(admin, admin)).toBe("YOU_CANNOT_IMPERSONATE_YOURSELF");
    expect((await admin.client.getSession()).data?.session.impersonatedBy).toBe(null);
  });

  test("works for administrators if configured, without their rights", async () => {
    const { fixture, admin, ann } = await openScene({ options: { allowImpersonatingAdmins: true } });
    const deputy = await fixture.join("deputy", "admin");
    expect((await admin.client.admin.impersonateUser({ userId: deputy.user.id })).error).toBe(null);
    expect(errorOf(await admin.client.admin.banUser({ userId: ann.user.id }))?.code).toBe(
      "NOT_ALLOWED_WHILE_IMPERSONATING",
    );
    const may = async (permissions: Record<string, string[]>) =>
      (await admin.client.admin.hasPermission({ permissions })).data?.success;
    expect(await may({ user: ["ban"] })).toBe(false);
    expect(await may({ article: ["create"] })).toBe(true);
  });

  test("fails during an impersonation", async () => {
    const { fixture, admin } = await openImpersonation({ options: { allowImpersonatingAdmins: true } });
    const bob = await fixture.join("bob");
    expect(errorOf(await admin.client.admin.impersonateUser({ userId: bob.user.id }))).toEqual({
      status: 403,
      code: "NOT_ALLOWED_WHILE_IMPERSONATING",
    });
  });

  test("works for a user with an expired ban", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    await fixture.change(ann.user.id, { banned: true, banExpires: new Date(fixture.clock.now().getTime() - 1) });
    expect((await admin.client.admin.impersonateUser({ userId: ann.user.id })).error).toBe(null);
    expect((await fixture.rowOf(ann.user.id))?.banned).toBe(false);
  });
});

describe("POST /admin/stop-impersonating", () => {
  test("ends it and resumes the administrator's own session", async () => {
    const { fixture, admin, ann } = await openScene();
    const own = (await admin.client.getSession()).data?.session.id;
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    const { data } = await admin.client.admin.stopImpersonating();
    expect(data).toMatchObject({ session: { id: own, impersonatedBy: null }, user: { id: admin.user.id } });
    expect((await admin.client.getSession()).data).toMatchObject({ session: { id: own }, user: { id: admin.user.id } });
    expect(await fixture.sessionsOf(ann.user.id)).toHaveLength(1);
    expect(cookieOf(admin, "admin_session")).toBeUndefined();
    expect((await eventsOf(fixture)).map(({ type }) => type)).toEqual([
      "admin.impersonation-started",
      "admin.impersonation-stopped",
    ]);
    expect(errorOf(await admin.client.admin.stopImpersonating())?.code).toBe("YOU_ARE_NOT_IMPERSONATING");
  });

  test("signs the browser out if the administrator's session has ended meanwhile", async () => {
    const { fixture, admin } = await openImpersonation();
    const [own] = await fixture.sessionsOf(admin.user.id);
    const elsewhere = fixture.visit();
    await elsewhere.client.signIn.email({ email: "admin@example.com", password: admin.password });
    await elsewhere.client.revokeSession({ id: own?.id ?? "" });
    expect((await admin.client.admin.stopImpersonating()).data).toEqual({ session: null, user: null });
    expect((await admin.client.getSession()).data).toBe(null);
    expect(admin.browser.headers().get("cookie") ?? "").not.toMatch(/session/);
  });

  test("of sixteen concurrent calls, one ends it", async () => {
    const { fixture, admin } = await openImpersonation();
    await Promise.all(Array.from({ length: 16 }, () => admin.client.admin.stopImpersonating()));
    await fixture.auth.idle();
    expect(fixture.events.filter(({ type }) => type === "admin.impersonation-stopped")).toHaveLength(1);
  });

  test("keeps session caches consistent, at start and end", async () => {
    const { admin, ann } = await openScene({ config: { session: { cookieCache: { enabled: true } } } });
    const seen = async () => (await admin.client.getSession()).data?.user.id;
    expect(await seen()).toBe(admin.user.id);
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    expect(await seen()).toBe(ann.user.id);
    await admin.client.admin.stopImpersonating();
    expect(await seen()).toBe(admin.user.id);
  });

  test("resumes a session unchanged: not remembered if it was not before", async () => {
    const { fixture, ann } = await openScene();
    const admin = { ...(await fixture.join("boss", "admin")), ...fixture.visit() };
    await admin.client.signIn.email({ email: "boss@example.com", password: admin.password, rememberMe: false });
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    const response = await admin.browser.post("/admin/stop-impersonating");
    const token = response.headers.getSetCookie().find((line) => line.includes("session_token="));
    expect(token).not.toMatch(/max-age/i);
  });
});

describe("the cookie for the administrator's own session", () => {
  test("is HttpOnly, expires with the impersonation, and reveals no token", async () => {
    const { admin, ann } = await openScene();
    const [, token = ""] = /session_token=([A-Za-z0-9]{32})/.exec(admin.browser.headers().get("cookie") ?? "") ?? [];
    expect(token).toHaveLength(32);
    const response = await admin.browser.post("/admin/impersonate-user", { userId: ann.user.id });
    const line = response.headers.getSetCookie().find((one) => one.includes(".admin_session=")) ?? "";
    expect(line).toMatch(/^__Host-keyhold\.admin_session=/);
    expect(line).toMatch(/HttpOnly/);
    expect(line).toMatch(/SameSite=Lax/);
    expect(line).toMatch(/Max-Age=3600/);
    expect(decodeURIComponent(line)).not.toContain(token);
    expect(await response.text()).not.toContain(token);
  });

  test("is useless after a sign-out, for every later user of the browser", async () => {
    const { fixture, admin } = await openImpersonation();
    const waiting = cookieOf(admin, "admin_session");
    expect(waiting).toBeDefined();
    await admin.client.signOut();
    expect((await admin.client.getSession()).data).toBe(null);
    await fixture.join("eve");
    await admin.client.signIn.email({ email: "eve@example.com", password: admin.password });
    expect(errorOf(await admin.client.admin.stopImpersonating())?.code).toBe("YOU_ARE_NOT_IMPERSONATING");
    expect((await admin.client.getSession()).data?.user.email).toBe("eve@example.com");
  });

  test("does not work in another impersonation", async () => {
    const { fixture, admin, ann } = await openImpersonation();
    const stolen = cookieOf(admin, "admin_session") ?? "";
    const mallory = await fixture.join("mallory", "support");
    await mallory.client.admin.impersonateUser({ userId: ann.user.id });
    const own = cookieOf(mallory, "session_token") ?? "";
    const answer = await fixture.auth.handler(
      new Request("https://app.example.com/api/auth/admin/stop-impersonating", {
        method: "POST",
        body: "{}",
        headers: {
          "content-type": "application/json",
          origin: "https://app.example.com",
          cookie: `${own}; ${stolen}`,
        },
      }),
    );
    expect(await answer.json()).toEqual({ session: null, user: null });
  });

  test("does not work as a session cookie under another name", async () => {
    const { fixture, admin } = await openImpersonation();
    const value = (cookieOf(admin, "admin_session") ?? "").split("=").slice(1).join("=");
    const headers = new Headers({ cookie: `__Host-keyhold.session_token=${value}` });
    expect(await fixture.auth.api.getSession({}, { headers })).toBe(null);
  });
});

test("a caller with a bearer token gets the token in the response, and returns to their own", async () => {
  const { fixture, admin, ann } = await openScene({ config: { session: { bearer: true } } });
  const call = (path: string, token: string, body: object = {}) =>
    fixture.auth.handler(
      new Request(`https://app.example.com/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
    );
  const signedIn = await fixture.auth.api.signIn.email({ email: "admin@example.com", password: admin.password });
  const started = await call("/admin/impersonate-user", signedIn.token, { userId: ann.user.id });
  expect(started.headers.getSetCookie()).toEqual([]);
  const { token } = await started.json();
  expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
  const headers = (value: string) => new Headers({ authorization: `Bearer ${value}` });
  expect((await fixture.auth.api.getSession({}, { headers: headers(token) }))?.user.id).toBe(ann.user.id);
  expect(await (await call("/admin/stop-impersonating", token)).json()).toEqual({ session: null, user: null });
  expect(await fixture.auth.api.getSession({}, { headers: headers(token) })).toBe(null);
  expect((await fixture.auth.api.getSession({}, { headers: headers(signedIn.token) }))?.user.id).toBe(admin.user.id);
});

describe("an impersonation ends with", () => {
  const ends = async (
    { fixture, admin, ann }: Scene,
    how: (scene: Scene & { readonly boss: Person }) => Promise<unknown>,
  ): Promise<void> => {
    const boss = await fixture.join("boss", "admin");
    await how({ fixture, admin, ann, boss });
    expect((await admin.client.getSession()).data).toBe(null);
  };

  test("the role that permits it", async () => {
    await ends(await openImpersonation(), ({ boss, admin }) =>
      boss.client.admin.setRole({ userId: admin.user.id, role: "user" }),
    );
  });

  test("the removal of the administrator", async () => {
    await ends(await openImpersonation(), ({ boss, admin }) => boss.client.admin.removeUser({ userId: admin.user.id }));
  });

  test("all sessions of the administrator", async () => {
    await ends(await openImpersonation(), ({ boss, admin }) =>
      boss.client.admin.revokeUserSessions({ userId: admin.user.id }),
    );
  });

  test("a change of the administrator's password", async () => {
    await ends(await openImpersonation(), async ({ fixture, admin }) => {
      const elsewhere = fixture.visit();
      await elsewhere.client.signIn.email({ email: "admin@example.com", password: admin.password });
      const { error } = await elsewhere.client.changePassword({
        currentPassword: admin.password,
        newPassword: "another long password",
      });
      expect(error).toBe(null);
    });
  });

  test("a ban of the user", async () => {
    await ends(await openImpersonation(), ({ boss, ann }) => boss.client.admin.banUser({ userId: ann.user.id }));
  });

  test("but not with another role that permits it", async () => {
    const scene = await openImpersonation();
    const boss = await scene.fixture.join("boss", "admin");
    await boss.client.admin.setRole({ userId: scene.admin.user.id, role: "support" });
    expect((await scene.admin.client.getSession()).data?.user.id).toBe(scene.ann.user.id);
  });
});

describe("an impersonating administrator", () => {
  const config = {
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
    session: { freshAgeSeconds: 0 },
  } as const;

  test.each([
    ["POST /change-email", { newEmail: "new@example.com" }],
    ["POST /change-password", { currentPassword: "correct horse battery staple", newPassword: "a new long password" }],
    ["POST /delete-user", { password: "correct horse battery staple" }],
    ["POST /unlink-account", { providerId: "credential" }],
  ])("cannot %s, even with the password and a fresh session", async (route, input) => {
    const { fixture, admin, ann } = await openImpersonation({ config });
    const before = await fixture.rowOf(ann.user.id);
    const answer = await admin.browser.post(route.slice(5), input);
    expect([answer.status, (await answer.json()).code]).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
    expect(await fixture.rowOf(ann.user.id)).toEqual(before);
  });

  test.each([
    ["/revoke-sessions", () => ({})],
    ["/revoke-other-sessions", () => ({})],
    ["/revoke-session", (id: string) => ({ id })],
  ])("cannot end the user's sessions by %s", async (path, input) => {
    const { fixture, admin, ann } = await openImpersonation();
    const [own] = (await ann.client.listSessions()).data?.filter(({ isCurrent }) => isCurrent) ?? [];
    const answer = await admin.browser.post(path, input(own?.id ?? ""));
    expect([answer.status, (await answer.json()).code]).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
    expect(await fixture.sessionsOf(ann.user.id)).toHaveLength(2);
  });

  test.each([
    { username: "ann.b" },
    { username: "ANN" },
    { username: null },
    { displayUsername: "ANN" },
    { name: "Ann B.", username: "ann.b" },
  ])("cannot change the user's sign-in names, as by %j", async (change) => {
    const { fixture, admin, ann } = await openScene();
    await ann.client.updateUser({ username: "Ann" });
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    const before = await fixture.rowOf(ann.user.id);
    const answer = await admin.browser.post("/update-user", change);
    expect([answer.status, (await answer.json()).code]).toEqual([403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
    expect(await fixture.rowOf(ann.user.id)).toEqual(before);
    expect((await ann.browser.post("/update-user", change)).status).toBe(200);
  });

  test("can send the current values unchanged, as a form does that changes the name beside them", async () => {
    const { fixture, admin, ann } = await openScene();
    await ann.client.updateUser({ username: "Ann" });
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    const form = { name: "Ann B.", username: "Ann", displayUsername: "Ann" };
    expect((await admin.client.updateUser(form)).error).toBe(null);
    expect((await fixture.rowOf(ann.user.id))?.name).toBe("Ann B.");
  });

  test("cannot set a password by a server-side call", async () => {
    const { fixture, admin } = await openImpersonation({ config });
    const call = fixture.auth.api.setPassword(
      { newPassword: "a new long password" },
      { headers: admin.browser.headers() },
    );
    await expect(call).rejects.toMatchObject({ status: 403, code: "NOT_ALLOWED_WHILE_IMPERSONATING" });
  });

  test("cannot delete the user by a link they got", async () => {
    const { fixture, admin, ann } = await openScene({ config });
    await ann.client.deleteUser({});
    await fixture.auth.idle();
    const token = fixture.mailbox.lastTo("ann@example.com", "delete-account")?.token ?? "";
    await admin.client.admin.impersonateUser({ userId: ann.user.id });
    await admin.browser.follow(`/delete-user/callback?token=${token}`);
    await admin.browser.post("/delete-user/callback", { token });
    expect(await fixture.rowOf(ann.user.id)).not.toBe(null);
  });

  test("can use the app's own features: another name, the list of sessions", async () => {
    const { admin, ann, fixture } = await openImpersonation();
    expect((await admin.client.updateUser({ name: "Ann B." })).error).toBe(null);
    expect((await admin.client.listSessions()).data).toHaveLength(2);
    expect((await fixture.rowOf(ann.user.id))?.name).toBe("Ann B.");
  });
});
