import { describe, expect, test } from "vitest";
import { errorOf, eventsOf, open } from "./fixture.ts";

const tokenIn = (header: string | null): string => /session_token=([A-Za-z0-9]{32})\./.exec(header ?? "")?.[1] ?? "";

async function openTwo() {
  const fixture = open();
  const admin = await fixture.join("admin", "admin");
  const ann = await fixture.join("ann");
  fixture.clock.forward({ minutes: 1 });
  const elsewhere = fixture.visit();
  await elsewhere.client.signIn.email({ email: "ann@example.com", password: ann.password });
  const { data } = await admin.client.admin.listUserSessions({ userId: ann.user.id });
  return { fixture, admin, ann, elsewhere, sessions: data?.sessions ?? [] };
}

describe("POST /admin/list-user-sessions", () => {
  test("lists a user's sessions, newest first, without usable tokens", async () => {
    const { fixture, ann, elsewhere, sessions } = await openTwo();
    expect(sessions).toMatchObject([
      { userId: ann.user.id, ipAddress: "203.0.113.7", impersonatedBy: null },
      { userId: ann.user.id },
    ]);
    expect(sessions[0]?.createdAt.getTime()).toBeGreaterThan(sessions[1]?.createdAt.getTime() ?? 0);
    const tokens = [ann, elsewhere].map(({ browser }) => tokenIn(browser.headers().get("cookie")));
    for (const token of tokens) expect(JSON.stringify(sessions)).not.toContain(token);
    expect(await eventsOf(fixture)).toMatchObject([{ type: "admin.sessions-listed", target: { id: ann.user.id } }]);
  });

  test("does not list sessions of users who outrank the caller, and emits no event then; it lists the caller's own", async () => {
    const { fixture, admin } = await openTwo();
    const support = await fixture.join("support", "support");
    const told = (await eventsOf(fixture)).length;
    // A user with a role of all permissions, and a user with other permissions.
    const editor = await fixture.join("editor", "editor");
    for (const { user } of [admin, editor]) {
      expect(errorOf(await support.client.admin.listUserSessions({ userId: user.id }))).toEqual({
        status: 403,
        code: "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
      });
    }
    expect((await eventsOf(fixture)).length).toBe(told);
    const own = await support.client.admin.listUserSessions({ userId: support.user.id });
    expect(own.data?.sessions).toHaveLength(1);
  });

  test.each([true, false])(
    "shows the caller's own as get-session does, and ends it by that token; bearer: %s",
    async (bearer) => {
      const fixture = open({ config: { session: { bearer } } });
      const admin = await fixture.join("admin", "admin");
      const { data } = await admin.client.admin.listUserSessions({ userId: admin.user.id });
      const shown = (await admin.client.getSession()).data?.session;
      expect(data?.sessions).toMatchObject([{ id: shown?.id, token: shown?.token }]);
      expect(shown?.token === tokenIn(admin.browser.headers().get("cookie"))).toBe(!bearer);
      await admin.client.admin.revokeUserSession({ sessionToken: shown?.token ?? "" });
      expect((await admin.client.getSession()).data).toBe(null);
    },
  );

  test("omits ended sessions, and gives no hint of missing users", async () => {
    const { fixture, admin, ann } = await openTwo();
    expect(errorOf(await admin.client.admin.listUserSessions({ userId: "nobody" }))?.status).toBe(404);
    fixture.clock.forward({ days: 8 });
    await admin.client.signIn.email({ email: "admin@example.com", password: admin.password });
    expect((await admin.client.admin.listUserSessions({ userId: ann.user.id })).data?.sessions).toEqual([]);
  });
});

describe("POST /admin/revoke-user-session", () => {
  test.each(["sessionId", "sessionToken"] as const)("ends the session with this %s", async (field) => {
    const { fixture, admin, ann, elsewhere, sessions } = await openTwo();
    const [newest] = sessions;
    const name = field === "sessionId" ? newest?.id : newest?.token;
    expect((await admin.client.admin.revokeUserSession({ [field]: name })).data).toEqual({ success: true });
    expect((await elsewhere.client.getSession()).data).toBe(null);
    expect((await ann.client.getSession()).data).not.toBe(null);
    expect((await eventsOf(fixture)).at(-1)).toMatchObject({ type: "admin.session-revoked", sessionId: newest?.id });
  });

  test("gives the same answer for a missing one, and emits no event", async () => {
    const { fixture, admin, sessions } = await openTwo();
    const told = (await eventsOf(fixture)).length;
    const ask = (input: object) => admin.client.admin.revokeUserSession(input);
    expect((await ask({ sessionId: "nobody" })).data).toEqual({ success: true });
    expect((await ask({ sessionToken: "nobody" })).data).toEqual({ success: true });
    expect((await ask({ sessionId: sessions[0]?.id, sessionToken: sessions[1]?.token })).data).toEqual({
      success: true,
    });
    expect((await eventsOf(fixture)).length).toBe(told);
    expect((await ask({})).error?.status).toBe(400);
  });

  test("does not end sessions of users who outrank the caller", async () => {
    const { fixture, admin } = await openTwo();
    const support = await fixture.join("support", "support");
    const [session] = await fixture.sessionsOf(admin.user.id);
    expect(errorOf(await support.client.admin.revokeUserSession({ sessionId: session?.id }))?.code).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
    );
    expect((await admin.client.getSession()).data).not.toBe(null);
  });
});

describe("POST /admin/revoke-user-sessions", () => {
  test("ends all sessions of a user, and emits their number", async () => {
    const { fixture, admin, ann, elsewhere } = await openTwo();
    expect((await admin.client.admin.revokeUserSessions({ userId: ann.user.id })).data).toEqual({ success: true });
    for (const { client } of [ann, elsewhere]) expect((await client.getSession()).data).toBe(null);
    expect((await eventsOf(fixture)).at(-1)).toMatchObject({ type: "admin.sessions-revoked", revoked: 2 });
  });
});

test("an administrator signed out meanwhile cannot complete an action", async () => {
  const { fixture, admin, ann } = await openTwo();
  const headers = admin.browser.headers();
  await admin.client.signOut();
  const call = fixture.auth.api.admin.banUser({ userId: ann.user.id }, { headers });
  await expect(call).rejects.toMatchObject({ status: 401 });
  expect((await fixture.rowOf(ann.user.id))?.banned).toBe(null);
});
