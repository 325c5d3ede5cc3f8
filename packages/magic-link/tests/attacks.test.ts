import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { defineErrors } from "@keyhold/core";
import { accountModel, userModel, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { magicLink } from "@keyhold/magic-link";
import { magicLinkClient } from "@keyhold/magic-link/client";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { asBrowser, asScript, email, type Opening, open, tokenIn } from "./fixture.ts";

const password = "correct horse battery staple";
const failed = "https://app.example.com/?error=INVALID_TOKEN";

describe("a link that is no longer valid opens nothing:", () => {
  test.each([
    ["after its use", async ({ link, fixture }: Case) => void (await fixture.visit().browser.follow(link))],
    [
      "after the use of a newer link of the address",
      async ({ fixture }: Case) => {
        const other = fixture.visit();
        await other.browser.fetch(await fixture.ask(other), asBrowser);
      },
    ],
    [
      "after the use of an older link of the address",
      async ({ fixture, older }: Case) => void (await fixture.visit().browser.follow(older)),
    ],
    [
      "after the user has another address",
      async ({ fixture, userId }: Case) =>
        void (await fixture.db.update(userModel, userId, { email: "ada@new.example" })),
    ],
    [
      "after the account was deleted",
      async ({ fixture, userId }: Case) => void (await fixture.db.remove(userModel, { id: userId })),
    ],
    [
      "after the account was deleted, and another account has the address",
      async ({ fixture, userId }: Case) => {
        await fixture.db.remove(userModel, { id: userId });
        await fixture.signUp(email);
      },
    ],
    [
      "after a new password",
      async ({ owner }: Case) =>
        expect(
          (await owner.client.changePassword({ currentPassword: password, newPassword: "another long password" }))
            .error,
        ).toBe(null),
    ],
    ["after ten minutes", async ({ fixture }: Case) => void fixture.clock.forward({ minutes: 10 })],
  ])("%s", async (_, happens) => {
    const given = await prepare();
    await happens(given);
    const { fixture, link, asking } = given;
    const before = await fixture.sessions();
    for (const visit of [asking, fixture.visit()]) {
      const answer = await visit.browser.fetch(link, asBrowser);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, failed]);
    }
    const posted = await fixture.visit().browser.post("/magic-link/verify", { token: tokenIn(link) });
    expect([posted.status, (await posted.json()).code]).toEqual([400, "INVALID_TOKEN"]);
    expect(await fixture.sessions()).toEqual(before);
  });
});

type Case = Awaited<ReturnType<typeof prepare>>;

/** Ada with a verified address, and two links for her. */
async function prepare(config: Opening["config"] = {}) {
  const fixture = open({ config });
  const owner = await fixture.signUp(email, { password });
  await fixture.db.update(userModel, owner.user.id, { emailVerified: true });
  const asking = fixture.visit();
  const older = await fixture.ask(asking);
  const link = await fixture.ask(asking);
  return { fixture, owner, userId: owner.user.id, asking, older, link };
}

describe("a mail scanner", () => {
  const scanners: readonly (readonly [string, RequestInit])[] = [
    ["that opens the link", {}],
    ["that asks for a page", asBrowser],
    ["that sends HEAD", { method: "HEAD" }],
    [
      "that sends the headers of a script without CORS",
      { headers: { accept: "application/json", "sec-fetch-mode": "no-cors" } },
    ],
    ["of another origin", { headers: { accept: "application/json", origin: "https://scanner.example" } }],
    ["of Node.js by axios", { headers: { accept: "application/json, text/plain, */*", "user-agent": "axios/1.7.2" } }],
    [
      "that names the app as the referring page",
      { headers: { accept: "application/json", referer: "https://app.example.com/" } },
    ],
    ["of a chat that reads the beginning of a page", { headers: { accept: "*/*", range: "bytes=0-32768" } }],
    ["that wants a picture", { headers: { accept: "image/avif,image/webp,*/*", "sec-fetch-dest": "image" } }],
    ["that prefetches", { headers: { accept: "application/json", "sec-purpose": "prefetch" } }],
  ];

  test.each(scanners)("%s twice leaves the link usable", async (_, request) => {
    const { fixture, link, asking } = await prepare();
    for (const scanner of [fixture.visit(), fixture.visit()])
      for (let count = 0; count < 2; count += 1) {
        await scanner.browser.fetch(link, request);
        expect(await fixture.signedInAs(scanner)).toBe(null);
      }
    await asking.browser.fetch(link, asBrowser);
    expect(await fixture.signedInAs(asking)).toBe(email);
  });
});

describe("a script in a browser that did not ask", () => {
  test.each([
    ["a trusted origin", { origin: "https://app.example.com" }],
    ["the app's own origin, as browsers say", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" }],
  ])("of %s uses the link up", async (_, headers: Record<string, string>) => {
    const { fixture, link } = await prepare();
    const other = fixture.visit();
    await other.browser.fetch(link, { headers: { accept: "application/json", ...headers } });
    expect(await fixture.signedInAs(other)).toBe(email);
  });

  test.each(["GET", "POST"])(
    "that shows another address than the link's, by %s, leaves the link usable",
    async (method) => {
      const { fixture, link } = await prepare();
      const token = tokenIn(link);
      const victim = fixture.visit();
      const verify = (email: string) =>
        method === "GET"
          ? victim.browser.fetch(`/magic-link/verify?${new URLSearchParams({ token, email })}`, {
              headers: { accept: "application/json", "sec-fetch-site": "same-origin" },
            })
          : victim.browser.post("/magic-link/verify", { token, email });
      const answer = await verify("v•••@victim.example");
      expect([answer.status, (await answer.json()).code]).toEqual([400, "INVALID_TOKEN"]);
      expect(await fixture.signedInAs(victim)).toBe(null);
      expect((await verify("a•••@example.com")).status).toBe(200);
    },
  );
});

describe("the browser that asked", () => {
  test("is not signed in by a prefetch of the link", async () => {
    const { fixture, link, asking } = await prepare();
    const headers = { ...asBrowser.headers, "sec-purpose": "prefetch" };
    expect((await asking.browser.fetch(link, { headers })).status).toBe(200);
    expect(await fixture.signedInAs(asking)).toBe(null);
  });

  test("is known by a signed cookie alone", async () => {
    const { fixture, link } = await prepare();
    for (const value of ["x".repeat(32), `${"x".repeat(32)}.${"A".repeat(43)}=`]) {
      const other = fixture.visit();
      const headers = { ...asBrowser.headers, cookie: `__Host-keyhold.code_challenge=${encodeURIComponent(value)}` };
      expect((await other.browser.fetch(link, { headers })).status).toBe(200);
      expect(await fixture.signedInAs(other)).toBe(null);
    }
  });
});

describe("an attacker who forwards an own link", () => {
  test("does not sign the victim's browser in: the page names the account first", async () => {
    const fixture = open();
    const link = await fixture.ask(fixture.visit(), "mallory@example.com");
    const victim = await fixture.signUp(email);
    const answer = await victim.browser.fetch(link, asBrowser);
    expect(await answer.text()).toContain("m•••@example.com");
    expect(await fixture.signedInAs(victim)).toBe(email);
  });

  test("does not sign the victim's browser in, although the victim has asked for a link", async () => {
    const fixture = open();
    const link = await fixture.ask(fixture.visit(), "mallory@example.com");
    const victim = fixture.visit();
    await fixture.ask(victim);
    expect((await victim.browser.fetch(link, asBrowser)).status).toBe(200);
    expect(await fixture.signedInAs(victim)).toBe(null);
  });

  test("does not sign a browser in by a form of another site", async () => {
    const { fixture, link } = await prepare();
    const { browser, client } = fixture.visit();
    const body = new URLSearchParams({ token: tokenIn(link) });
    const headers = { origin: "https://evil.example" };
    const answer = await browser.fetch("/magic-link/verify", { method: "POST", body, headers });
    expect(answer.headers.get("location")).toMatch(/error=invalid_origin$/);
    expect((await client.getSession()).data).toBe(null);
  });
});

describe("an account with an address that was not verified", () => {
  test("loses password, sessions and linked accounts of an attacker who signed up first", async () => {
    const fixture = open();
    const attacker = await fixture.signUp(email, { password });
    const owner = fixture.visit();
    await owner.browser.fetch(await fixture.ask(owner), asBrowser);
    expect((await owner.client.getSession()).data?.user).toMatchObject({ id: attacker.user.id, emailVerified: true });
    expect(await fixture.signedInAs(attacker)).toBe(null);
    expect(await fixture.db.count(accountModel, { userId: attacker.user.id })).toBe(0);
    const again = await fixture.visit().client.signIn.email({ email, password });
    expect(again.error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
  });

  test("keeps its password in a browser that is signed in to the account", async () => {
    const fixture = open();
    const owner = await fixture.signUp(email, { password });
    await owner.browser.fetch(await fixture.ask(owner), asBrowser);
    expect((await owner.client.getSession()).data?.user).toMatchObject({ emailVerified: true });
    expect((await fixture.visit().client.signIn.email({ email, password })).error).toBe(null);
  });

  test("keeps its password in a browser that has signed in to the account before", async () => {
    const fixture = open({ config: { rateLimit: { enabled: true } } });
    const owner = await fixture.signUp(email, { password });
    await owner.client.signOut();
    await owner.browser.fetch(await fixture.ask(owner), asBrowser);
    expect(await fixture.signedInAs(owner)).toBe(email);
    expect((await fixture.visit().client.signIn.email({ email, password })).error).toBe(null);
  });
});

describe("an account with an address that was verified in a browser without a session", () => {
  test("loses the password and the sessions of an attacker who signed up first", async () => {
    const fixture = open({ config: { emailVerification: { sendOnSignUp: true } } });
    const attacker = await fixture.signUp(email, { password });
    const { token } = await fixture.mailbox.waitFor(email, { kind: "verify-email" });
    await fixture.auth.api.verifyEmail({ token });
    const owner = fixture.visit();
    await owner.browser.fetch(await fixture.ask(owner), asBrowser);
    expect(await fixture.signedInAs(owner)).toBe(email);
    expect(await fixture.signedInAs(attacker)).toBe(null);
    expect((await fixture.visit().client.signIn.email({ email, password })).error?.status).toBe(401);
  });
});

describe("tokens of other purposes", () => {
  test("of emails are no links", async () => {
    const { fixture, owner } = await prepare({
      user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
    });
    const bob = await fixture.signUp("bob@example.com");
    await bob.client.sendVerificationEmail({ email: "bob@example.com" });
    await owner.client.requestPasswordReset({ email, redirectTo: "/new" });
    await owner.client.deleteUser({});
    await owner.client.changeEmail({ newEmail: "ada@new.example" });
    await fixture.auth.idle();
    const kinds = ["reset-password", "delete-account", "confirm-email-change", "verify-email"] as const;
    const tokens = kinds.map((kind) => fixture.mailbox.messages.findLast((message) => message.kind === kind));
    expect(tokens.map((message) => message?.kind)).toEqual(kinds);
    const before = await fixture.sessions();
    for (const message of tokens) {
      const token = message && "token" in message ? message.token : "";
      const answer = await fixture.visit().browser.post("/magic-link/verify", { token });
      expect([answer.status, (await answer.json()).code]).toEqual([400, "INVALID_TOKEN"]);
    }
    expect(await fixture.sessions()).toEqual(before);
  });

  test.each([
    "reset-password",
    "verify-email",
    "change-email",
    "delete-user",
    "pending-sign-in",
    "two-factor-otp",
    "passkey-sign-up",
    "session-token",
    "magic-link-code",
    "mailbox-round",
    "mailbox-challenges",
  ])("a row of the purpose %s is no link, although its value is that of a link", async (purpose) => {
    const { fixture, link, asking } = await prepare();
    const row = await fixture.db.consume(verificationModel, {
      identifier: verificationIdentifier("magic-link", tokenIn(link)),
    });
    if (!row) throw new Error("The link has no row.");
    await fixture.db.insert(verificationModel, { ...row, identifier: verificationIdentifier(purpose, tokenIn(link)) });
    const answer = await asking.browser.post("/magic-link/verify", { token: tokenIn(link) });
    expect([answer.status, (await answer.json()).code]).toEqual([400, "INVALID_TOKEN"]);
  });

  test.each([
    ["GET", "/verify-email", {}],
    ["POST", "/verify-email", {}],
    ["POST", "/reset-password", { newPassword: "another long password" }],
    ["POST", "/delete-user/callback", {}],
    ["POST", "/undo-email-change", {}],
  ] as const)("the token of a link does nothing at %s %s", async (method, path, input) => {
    const { fixture, owner, asking, link } = await prepare();
    const token = tokenIn(link);
    const before = await fixture.users();
    const answer =
      method === "GET"
        ? await owner.browser.fetch(`${path}?token=${token}`, asScript)
        : await owner.browser.post(path, { token, ...input });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await fixture.users()).toEqual(before);
    await asking.browser.fetch(link, asBrowser);
    expect(await fixture.signedInAs(asking)).toBe(email);
  });
});

test("a new password ends the links of an old address that signs in until a new address is confirmed", async () => {
  const given = await prepare({ user: { changeEmail: { enabled: true } } });
  const { fixture, owner } = given;
  expect((await owner.client.changeEmail({ newEmail: "ada@new.example" })).error).toBe(null);
  const confirmation = await fixture.mailbox.waitFor(email, { kind: "confirm-email-change" });
  await owner.browser.follow(new URL(confirmation.url));
  const asking = fixture.visit();
  const link = await fixture.ask(asking);
  const passwords = { currentPassword: password, newPassword: "another long password" };
  expect((await owner.client.changePassword(passwords)).error).toBe(null);
  const answer = await asking.browser.fetch(link, asBrowser);
  expect(answer.headers.get("location")).toBe(failed);
  expect(await fixture.signedInAs(asking)).toBe(null);
});

test("a rule that rejects the sign-up leaves the link usable, and no account", async () => {
  let isClosed = true;
  const errors = defineErrors({ CLOSED_TODAY: { status: 403, message: "Closed today" } });
  const fixture = open({
    config: {
      errors,
      hooks: { "user.create": (draft, ctx) => (isClosed ? ctx.fail(errors.CLOSED_TODAY) : draft) },
    },
  });
  const { browser, client } = fixture.visit();
  const link = await fixture.ask({ browser });
  const answer = await browser.fetch(link, asBrowser);
  expect(answer.headers.get("location")).toBe("https://app.example.com/?error=closed_today");
  expect(await fixture.users()).toEqual([]);
  isClosed = false;
  await browser.fetch(link, asBrowser);
  expect(await fixture.signedInAs({ client })).toBe(email);
});

test("where no account is created, a link of an address whose account was deleted creates none", async () => {
  const fixture = open({ options: { disableSignUp: true } });
  const { user } = await fixture.signUp(email);
  const { browser } = fixture.visit();
  const link = await fixture.ask({ browser });
  await fixture.db.remove(userModel, { id: user.id });
  expect((await browser.fetch(link, asBrowser)).headers.get("location")).toBe(failed);
  expect(await fixture.users()).toEqual([]);
});

test("a link from before disableSignUp creates no account", async () => {
  const database = memory();
  const before = open({ database });
  const link = await before.ask(before.visit());
  const { visit, users } = open({ database, options: { disableSignUp: true } });
  const answer = await visit().browser.post("/magic-link/verify", { token: tokenIn(link) });
  expect([answer.status, (await answer.json()).code]).toEqual([400, "INVALID_TOKEN"]);
  expect(await users()).toEqual([]);
});

test("a banned user is not signed in, and the link works after the ban", async () => {
  const fixture = createTestAuth({
    plugins: [magicLink(), admin()],
    clientPlugins: [magicLinkClient(), adminClient()],
  });
  const boss = await fixture.signUp("boss@example.com");
  const { user } = await fixture.signUp(email);
  await fixture.db.update(userModel, user.id, { emailVerified: true });
  await fixture.db.update(userModel, boss.user.id, { role: "admin" } as object);
  expect((await boss.client.admin.banUser({ userId: user.id })).error).toBe(null);
  const { browser, client } = fixture.visit();
  await client.signIn.magicLink({ email, callbackURL: "/in" });
  const link = linkIn(await fixture.mailbox.waitFor(email, { kind: "magic-link.sign-in" }));
  const banned = await browser.fetch(link, asBrowser);
  expect(banned.headers.get("location")).toContain("/in?error=banned");
  expect((await client.getSession()).data).toBe(null);
  expect((await boss.client.admin.unbanUser({ userId: user.id })).error).toBe(null);
  await browser.fetch(link, asBrowser);
  expect((await client.getSession()).data?.user.email).toBe(email);
});
