import { describe, expect, test } from "vitest";
import { errorOf, eventsOf, open } from "./fixture.ts";

const day = 86_400;

describe("POST /admin/ban-user", () => {
  test("ends every session immediately, and emits an event", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.join("ann");
    const elsewhere = fixture.visit();
    await elsewhere.client.signIn.email({ email: "ann@example.com", password: ann.password });
    const { data } = await admin.client.admin.banUser({ userId: ann.user.id, banReason: "Spam", banExpiresIn: day });
    expect(data?.user).toMatchObject({
      id: ann.user.id,
      banned: true,
      banReason: "Spam",
      banExpires: new Date(fixture.clock.now().getTime() + day * 1000),
    });
    expect(await fixture.sessionsOf(ann.user.id)).toEqual([]);
    for (const { client } of [ann, elsewhere]) expect((await client.getSession()).data).toBe(null);
    expect(await eventsOf(fixture)).toMatchObject([
      {
        type: "admin.user-banned",
        actorId: admin.user.id,
        ipAddress: "203.0.113.7",
        target: { id: ann.user.id, banReason: "Spam" },
      },
    ]);
    const ended = fixture.events.filter(({ type }) => type === "session.ended");
    expect(ended).toMatchObject([{ userId: ann.user.id }, { userId: ann.user.id }]);
  });

  test("uses reason and duration of the config by default", async () => {
    const fixture = open({ options: { defaultBanReason: "Against the rules", defaultBanSeconds: day } });
    const { client } = await fixture.join("admin", "admin");
    const { user } = await fixture.join("ann");
    const banOf = async (input: object) => (await client.admin.banUser({ userId: user.id, ...input })).data?.user;
    const end = new Date(fixture.clock.now().getTime() + day * 1000);
    expect(await banOf({})).toMatchObject({ banReason: "Against the rules", banExpires: end });
    expect(await banOf({ banExpiresIn: null, banReason: "Worse" })).toMatchObject({
      banReason: "Worse",
      banExpires: null,
    });
  });

  test.each([[0], [-1], [1.5], [1e20], ["60"], [true], [Number.MAX_SAFE_INTEGER]])(
    "rejects a duration of %j",
    async (banExpiresIn) => {
      const fixture = open();
      const { browser } = await fixture.join("admin", "admin");
      const { user } = await fixture.join("ann");
      expect((await browser.post("/admin/ban-user", { userId: user.id, banExpiresIn })).status).toBe(400);
      expect((await fixture.rowOf(user.id))?.banned).toBe(null);
    },
  );

  test("cannot ban the caller or users who outrank them", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const support = await fixture.join("support", "support");
    expect(errorOf(await admin.client.admin.banUser({ userId: admin.user.id }))).toEqual({
      status: 400,
      code: "YOU_CANNOT_BAN_YOURSELF",
    });
    for (const { user } of [admin, await fixture.join("editor", "editor")]) {
      expect(errorOf(await support.client.admin.banUser({ userId: user.id }))).toEqual({
        status: 403,
        code: "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
      });
      expect((await fixture.rowOf(user.id))?.banned).toBe(null);
    }
    expect((await admin.client.admin.banUser({ userId: support.user.id })).data?.user.banned).toBe(true);
  });

  test("ends impersonations by the banned user", async () => {
    const fixture = open();
    const admin = await fixture.join("admin", "admin");
    const support = await fixture.join("support", "support");
    const { user } = await fixture.join("ann");
    await support.client.admin.impersonateUser({ userId: user.id });
    await admin.client.admin.banUser({ userId: support.user.id });
    expect((await support.client.getSession()).data).toBe(null);
    expect(await fixture.sessionsOf(user.id)).toHaveLength(1);
  });
});

describe("while a ban is in force", () => {
  const openBanned = async (banExpiresIn?: number) => {
    const fixture = open({ config: { emailVerification: { autoSignIn: true, sendOnSignUp: true } } });
    const admin = await fixture.join("admin", "admin");
    const ann = await fixture.signUp("ann@example.com", { name: "Ann", username: "ann" });
    await admin.client.admin.banUser({ userId: ann.user.id, ...(banExpiresIn && { banExpiresIn }) });
    await fixture.auth.idle();
    return { ...fixture, admin, ann };
  };
  const banned = { status: 403, code: "BANNED_USER" };
  const inputOf = ({ password }: { password: string }) => ({ email: "ann@example.com", password });

  test("sign-in by email address or username fails", async () => {
    const { client, ann, ...fixture } = await openBanned();
    const answer = await client.signIn.email(inputOf(ann));
    expect(errorOf(answer)).toEqual(banned);
    expect(answer.error?.message).toContain("You have been banned");
    expect(errorOf(await client.signIn.username({ username: "ann", password: ann.password }))).toEqual(banned);
    expect(await fixture.sessionsOf(ann.user.id)).toEqual([]);
  });

  test("a wrong password gets the usual error", async () => {
    const { client } = await openBanned();
    const answer = await client.signIn.email({ email: "ann@example.com", password: "not the password" });
    expect(errorOf(answer)?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  test("the link of an email does not sign in", async () => {
    const { browser, mailbox, ann, sessionsOf } = await openBanned();
    const token = mailbox.lastTo("ann@example.com", "verify-email")?.token ?? "";
    const answer = await browser.follow(`/verify-email?${new URLSearchParams({ token, callbackURL: "/welcome" })}`);
    expect(answer.headers.get("location")).toBe("https://app.example.com/welcome?error=banned");
    expect(await sessionsOf(ann.user.id)).toEqual([]);
  });

  test("a new password does not allow sign-in", async () => {
    const { client, mailbox, ann, sessionsOf } = await openBanned();
    await client.requestPasswordReset({ email: "ann@example.com", redirectTo: "/new" });
    const { token } = await mailbox.waitFor("ann@example.com", { kind: "reset-password" });
    expect((await client.resetPassword({ token, newPassword: "another long password" })).error).toBe(null);
    const answer = await client.signIn.email({ email: "ann@example.com", password: "another long password" });
    expect(errorOf(answer)).toEqual(banned);
    expect(await sessionsOf(ann.user.id)).toEqual([]);
  });

  test("the error has the message of the app", async () => {
    const fixture = open({ options: { bannedUserMessage: "Write to us." } });
    const ann = await fixture.join("ann");
    await fixture.change(ann.user.id, { banned: true });
    expect((await fixture.client.signIn.email(inputOf(ann))).error?.message).toBe("Write to us.");
  });

  test("it expires, and the next sign-in clears it in the row", async () => {
    const { client, clock, ann, rowOf } = await openBanned(day);
    clock.forward({ seconds: day - 1 });
    expect(errorOf(await client.signIn.email(inputOf(ann)))).toEqual(banned);
    clock.forward({ seconds: 1 });
    expect((await client.signIn.email(inputOf(ann))).error).toBe(null);
    expect(await rowOf(ann.user.id)).toMatchObject({ banned: false, banReason: null, banExpires: null });
    expect((await client.getSession()).data?.user.banned).toBe(false);
  });

  test("it is lifted by a user with the permission to ban", async () => {
    const fixture = await openBanned();
    const { data } = await fixture.admin.client.admin.unbanUser({ userId: fixture.ann.user.id });
    expect(data?.user).toMatchObject({ banned: false, banReason: null, banExpires: null });
    expect((await fixture.client.signIn.email(inputOf(fixture.ann))).error).toBe(null);
    await fixture.admin.client.admin.unbanUser({ userId: fixture.ann.user.id });
    await fixture.auth.idle();
    expect(fixture.events.filter(({ type }) => type === "admin.user-unbanned")).toHaveLength(1);
  });
});
