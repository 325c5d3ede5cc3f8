import { describe, expect, test } from "vitest";
import { open, refusal, toldBy } from "./kit.ts";

const day = 86_400;

describe("POST /admin/ban-user", () => {
  test("ends every session at once, and tells it", async () => {
    const kit = open();
    const admin = await kit.join("admin", "admin");
    const ann = await kit.join("ann");
    const elsewhere = kit.visit();
    await elsewhere.client.signIn.email({ email: "ann@example.com", password: ann.password });
    const { data } = await admin.client.admin.banUser({ userId: ann.user.id, banReason: "Spam", banExpiresIn: day });
    expect(data?.user).toMatchObject({
      id: ann.user.id,
      banned: true,
      banReason: "Spam",
      banExpires: new Date(kit.clock.now().getTime() + day * 1000),
    });
    expect(await kit.sessionsOf(ann.user.id)).toEqual([]);
    for (const { client } of [ann, elsewhere]) expect((await client.getSession()).data).toBe(null);
    expect(await toldBy(kit)).toMatchObject([
      {
        type: "admin.user-banned",
        actorId: admin.user.id,
        ipAddress: "203.0.113.7",
        target: { id: ann.user.id, banReason: "Spam" },
      },
    ]);
    const ended = kit.events.filter(({ type }) => type === "session.ended");
    expect(ended).toMatchObject([{ userId: ann.user.id }, { userId: ann.user.id }]);
  });

  test("takes reason and length from the config where none is given", async () => {
    const kit = open({ options: { defaultBanReason: "Against the rules", defaultBanSeconds: day } });
    const { client } = await kit.join("admin", "admin");
    const { user } = await kit.join("ann");
    const banOf = async (input: object) => (await client.admin.banUser({ userId: user.id, ...input })).data?.user;
    const end = new Date(kit.clock.now().getTime() + day * 1000);
    expect(await banOf({})).toMatchObject({ banReason: "Against the rules", banExpires: end });
    expect(await banOf({ banExpiresIn: null, banReason: "Worse" })).toMatchObject({
      banReason: "Worse",
      banExpires: null,
    });
  });

  test.each([[0], [-1], [1.5], [1e20], ["60"], [true], [Number.MAX_SAFE_INTEGER]])(
    "takes no length of %j",
    async (banExpiresIn) => {
      const kit = open();
      const { browser } = await kit.join("admin", "admin");
      const { user } = await kit.join("ann");
      expect((await browser.post("/admin/ban-user", { userId: user.id, banExpiresIn })).status).toBe(400);
      expect((await kit.rowOf(user.id))?.banned).toBe(null);
    },
  );

  test("bans neither the caller nor who may do more", async () => {
    const kit = open();
    const admin = await kit.join("admin", "admin");
    const support = await kit.join("support", "support");
    expect(refusal(await admin.client.admin.banUser({ userId: admin.user.id }))).toEqual({
      status: 400,
      code: "YOU_CANNOT_BAN_YOURSELF",
    });
    for (const { user } of [admin, await kit.join("editor", "editor")]) {
      expect(refusal(await support.client.admin.banUser({ userId: user.id }))).toEqual({
        status: 403,
        code: "YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER",
      });
      expect((await kit.rowOf(user.id))?.banned).toBe(null);
    }
    expect((await admin.client.admin.banUser({ userId: support.user.id })).data?.user.banned).toBe(true);
  });

  test("ends impersonations by the banned", async () => {
    const kit = open();
    const admin = await kit.join("admin", "admin");
    const support = await kit.join("support", "support");
    const { user } = await kit.join("ann");
    await support.client.admin.impersonateUser({ userId: user.id });
    await admin.client.admin.banUser({ userId: support.user.id });
    expect((await support.client.getSession()).data).toBe(null);
    expect(await kit.sessionsOf(user.id)).toHaveLength(1);
  });
});

describe("while a ban holds", () => {
  const openBanned = async (banExpiresIn?: number) => {
    const kit = open({ config: { emailVerification: { autoSignIn: true, sendOnSignUp: true } } });
    const admin = await kit.join("admin", "admin");
    const ann = await kit.signUp("ann@example.com", { name: "Ann", username: "ann" });
    await admin.client.admin.banUser({ userId: ann.user.id, ...(banExpiresIn && { banExpiresIn }) });
    await kit.auth.idle();
    return { ...kit, admin, ann };
  };
  const banned = { status: 403, code: "BANNED_USER" };
  const inputOf = ({ password }: { password: string }) => ({ email: "ann@example.com", password });

  test("nobody signs in by address or username", async () => {
    const { client, ann, ...kit } = await openBanned();
    const answer = await client.signIn.email(inputOf(ann));
    expect(refusal(answer)).toEqual(banned);
    expect(answer.error?.message).toContain("You have been banned");
    expect(refusal(await client.signIn.username({ username: "ann", password: ann.password }))).toEqual(banned);
    expect(await kit.sessionsOf(ann.user.id)).toEqual([]);
  });

  test("a wrong password is still no more than that", async () => {
    const { client } = await openBanned();
    const answer = await client.signIn.email({ email: "ann@example.com", password: "not the password" });
    expect(refusal(answer)?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  test("the link of a letter signs nobody in", async () => {
    const { browser, mailbox, ann, sessionsOf } = await openBanned();
    const token = mailbox.lastTo("ann@example.com", "verify-email")?.token ?? "";
    const answer = await browser.follow(`/verify-email?${new URLSearchParams({ token, callbackURL: "/welcome" })}`);
    expect(answer.headers.get("location")).toBe("https://app.example.com/welcome?error=banned");
    expect(await sessionsOf(ann.user.id)).toEqual([]);
  });

  test("a new password lets nobody in either", async () => {
    const { client, mailbox, ann, sessionsOf } = await openBanned();
    await client.requestPasswordReset({ email: "ann@example.com", redirectTo: "/new" });
    const { token } = await mailbox.waitFor("ann@example.com", { kind: "reset-password" });
    expect((await client.resetPassword({ token, newPassword: "another long password" })).error).toBe(null);
    const answer = await client.signIn.email({ email: "ann@example.com", password: "another long password" });
    expect(refusal(answer)).toEqual(banned);
    expect(await sessionsOf(ann.user.id)).toEqual([]);
  });

  test("says what the app wants said", async () => {
    const kit = open({ options: { bannedUserMessage: "Write to us." } });
    const ann = await kit.join("ann");
    await kit.change(ann.user.id, { banned: true });
    expect((await kit.client.signIn.email(inputOf(ann))).error?.message).toBe("Write to us.");
  });

  test("it is over by the clock, and the row says so after the next sign-in", async () => {
    const { client, clock, ann, rowOf } = await openBanned(day);
    clock.forward({ seconds: day - 1 });
    expect(refusal(await client.signIn.email(inputOf(ann)))).toEqual(banned);
    clock.forward({ seconds: 1 });
    expect((await client.signIn.email(inputOf(ann))).error).toBe(null);
    expect(await rowOf(ann.user.id)).toMatchObject({ banned: false, banReason: null, banExpires: null });
    expect((await client.getSession()).data?.user.banned).toBe(false);
  });

  test("it is lifted by whoever may ban", async () => {
    const kit = await openBanned();
    const { data } = await kit.admin.client.admin.unbanUser({ userId: kit.ann.user.id });
    expect(data?.user).toMatchObject({ banned: false, banReason: null, banExpires: null });
    expect((await kit.client.signIn.email(inputOf(kit.ann))).error).toBe(null);
    await kit.admin.client.admin.unbanUser({ userId: kit.ann.user.id });
    await kit.auth.idle();
    expect(kit.events.filter(({ type }) => type === "admin.user-unbanned")).toHaveLength(1);
  });
});
