import { memory } from "@keyhold/adapter-memory";
import { date, definePlugin, text, userModel, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { magicLink } from "@keyhold/magic-link";
import { magicLinkClient } from "@keyhold/magic-link/client";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { intercept } from "@keyhold/testing/faults";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { asBrowser, asScript, email, open, tokenIn } from "./fixture.ts";

const born = new Date("1999-12-31T00:00:00.000Z");
const columns = definePlugin({
  id: "columns",
  extends: { user: { columns: { plan: text().optional().input(), born: date().optional().input() } } },
});

test("a link and its code create the account with the columns of the app that were given with the request", async () => {
  const { mailbox, visit, db } = createTestAuth({
    plugins: [magicLink({ withCode: true }), columns],
    clientPlugins: [magicLinkClient()],
  });
  const ask = async (to: string) => {
    const { browser, client } = visit();
    const answer = await browser.post("/sign-in/magic-link", { email: to, plan: "free", born: born.toISOString() });
    expect(answer.status).toBe(200);
    return { browser, client, message: await mailbox.waitFor(to, { kind: "magic-link.sign-in" }) };
  };
  const byLink = await ask("link@example.com");
  await byLink.browser.fetch(linkIn(byLink.message), asScript);
  const byCode = await ask("code@example.com");
  const code = byCode.message.code ?? "";
  expect((await byCode.client.magicLink.verifyCode({ code })).error).toBe(null);
  for (const to of ["link@example.com", "code@example.com"])
    expect(await db.find(userModel, { email: to })).toMatchObject({ plan: "free", born });
  const long = await visit().browser.post("/sign-in/magic-link", { email, plan: "x".repeat(5000) });
  expect([long.status, (await long.json()).code]).toEqual([400, "VALIDATION_ERROR"]);
  const wrong = await visit().browser.post("/sign-in/magic-link", { email, plan: 5 });
  expect([wrong.status, (await wrong.json()).code]).toEqual([400, "VALIDATION_ERROR"]);
});

describe("a link", () => {
  test("signs in the browser that asked for the link, and sends it to its callbackURL", async () => {
    const { ask, visit, signUp, signedInAs, sessions, db } = open();
    const { user } = await signUp(email);
    await db.update(userModel, user.id, { emailVerified: true });
    const browser = visit();
    const answer = await browser.browser.fetch(await ask(browser, email, { callbackURL: "/cart" }), asBrowser);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("https://app.example.com/cart");
    expect(await signedInAs(browser)).toBe(email);
    expect(await sessions()).toHaveLength(2);
  });

  test("creates a verified account with the given name, and sends the browser to its newUserCallbackURL", async () => {
    const { ask, browser, users, events, client } = open();
    const urls = { callbackURL: "/cart", newUserCallbackURL: "/welcome" };
    const answer = await browser.fetch(await ask({ browser }, email, { name: "Ada", ...urls }), asBrowser);
    expect(answer.headers.get("location")).toBe("https://app.example.com/welcome");
    expect(await users()).toMatchObject([{ email, name: "Ada", emailVerified: true }]);
    expect((await client.getSession()).data?.user).toMatchObject({ email, emailVerified: true });
    expect(events).toContainEqual(
      expect.objectContaining({ type: "session.created", method: "magic-link", isNewUser: true }),
    );
  });

  test("sends a browser without a callbackURL to the app", async () => {
    const { ask, browser } = open();
    const answer = await browser.fetch(await ask({ browser }), asBrowser);
    expect(answer.headers.get("location")).toBe("https://app.example.com/");
  });

  test("signs in a script of the app by its token, and answers with token and user", async () => {
    const { ask, visit, signedInAs } = open();
    const link = await ask(visit());
    const { browser, client } = visit();
    const { data } = await client.magicLink.verify({ token: tokenIn(link) });
    expect(data).toEqual({ token: expect.stringMatching(/^\w{32}$/), user: expect.objectContaining({ email }) });
    expect(await signedInAs({ client })).toBe(email);
    expect(browser.cookies.cookies.map(({ name }) => name)).toContain("__Host-keyhold.session_token");
  });

  test("signs in a script that posts the token", async () => {
    const { ask, visit, signedInAs } = open();
    const link = await ask(visit());
    const other = visit();
    expect((await other.browser.post("/magic-link/verify", { token: tokenIn(link) })).status).toBe(200);
    expect(await signedInAs(other)).toBe(email);
  });

  test("opens a session that ends with the browser without rememberMe", async () => {
    const { ask, browser } = open();
    const answer = await browser.fetch(await ask({ browser }, email, { rememberMe: false }), asBrowser);
    const cookie = answer.headers.getSetCookie().find((line) => line.includes("session_token="));
    expect(cookie).not.toMatch(/Max-Age/i);
  });

  test("works for the time of expiresInSeconds", async () => {
    const { ask, browser, clock } = open({ options: { expiresInSeconds: 120 } });
    const [late, inTime] = [await ask({ browser }), await ask({ browser })];
    clock.forward({ seconds: 119 });
    expect((await browser.fetch(inTime, asBrowser)).headers.get("location")).toBe("https://app.example.com/");
    const again = await ask({ browser });
    clock.forward({ seconds: 120 });
    for (const link of [late, again]) {
      const answer = await browser.fetch(link, asBrowser);
      expect(answer.headers.get("location")).toBe("https://app.example.com/?error=INVALID_TOKEN");
    }
  });

  test("is stored as a hash, until its use", async () => {
    const { ask, browser, db } = open();
    const link = await ask({ browser });
    const token = tokenIn(link);
    const find = () => db.find(verificationModel, { identifier: verificationIdentifier("magic-link", token) });
    const row = await find();
    expect(row?.value).toContain(email);
    expect(JSON.stringify(row)).not.toContain(token);
    await browser.fetch(link, asBrowser);
    expect(await find()).toBe(null);
  });
});

describe("a browser that did not ask for the link", () => {
  test("gets a page that names the app, the masked address, the time and the IP address", async () => {
    const { ask, visit, signedInAs } = open();
    const link = await ask(visit({ ipAddress: "203.0.113.7" }), email, { callbackURL: "/cart" });
    const other = visit();
    const answer = await other.browser.fetch(link, asBrowser);
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain("a•••@example.com");
    expect(page).toContain("203.0.113.7");
    expect(page).toContain("GMT");
    expect(page).toContain('<form method="post"');
    expect(page).not.toContain(email);
    expect(await signedInAs(other)).toBe(null);
  });

  test("is signed in by the button of that page", async () => {
    const { ask, visit, signedInAs } = open();
    const link = await ask(visit(), email, { callbackURL: "/cart", newUserCallbackURL: "/welcome" });
    const other = visit();
    const answer = await other.browser.follow(link);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("https://app.example.com/welcome");
    expect(await signedInAs(other)).toBe(email);
  });

  test("is sent to the page of the app, with the token in the fragment", async () => {
    const { ask, visit, signedInAs } = open({ options: { confirmPage: "/confirm" } });
    const link = await ask(visit());
    const other = visit();
    const location = new URL((await other.browser.fetch(link, asBrowser)).headers.get("location") ?? "");
    expect([location.pathname, location.search]).toEqual(["/confirm", ""]);
    const fragment = new URLSearchParams(location.hash.slice(1));
    expect(fragment.get("email")).toBe("a•••@example.com");
    const { error } = await other.client.magicLink.verify({ token: fragment.get("token") ?? "" });
    expect(error).toBe(null);
    expect(await signedInAs(other)).toBe(email);
  });
});

describe("POST /sign-in/magic-link", () => {
  test("answers equally for an address with an account, without, and where no account is created", async () => {
    const answers: string[] = [];
    for (const options of [{}, { disableSignUp: true }]) {
      for (const hasAccount of [true, false]) {
        const { signUp, visit } = open({ options });
        await signUp(hasAccount ? email : "bob@example.com");
        const answer = await visit().browser.post("/sign-in/magic-link", { email });
        const cookies = answer.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ""));
        const { challenge, ...body } = await answer.json();
        answers.push(JSON.stringify([answer.status, challenge.length, body, cookies]));
      }
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('[200,32,{"status":true}');
  });

  test.each([
    { unknownAddress: "email", kinds: ["magic-link.unknown-address"] },
    { unknownAddress: "silence", kinds: [] },
  ] as const)("where no account is created, an unknown address gets: $kinds", async ({ unknownAddress, kinds }) => {
    const { auth, browser, mailbox } = open({ options: { disableSignUp: true, unknownAddress } });
    await browser.post("/sign-in/magic-link", { email });
    await auth.idle();
    expect(mailbox.messages.map(({ kind }) => kind)).toEqual(kinds);
  });

  test("hands the metadata to the email", async () => {
    const { browser, mailbox } = open();
    await browser.post("/sign-in/magic-link", { email, metadata: { plan: "pro" } });
    const message = await mailbox.waitFor(email, { kind: "magic-link.sign-in" });
    expect(message).toMatchObject({ metadata: { plan: "pro" }, user: null, expiresInSeconds: 600 });
  });

  test.each([
    [{ email: "ada@example.com,eve@example.com" }, 400, "INVALID_EMAIL"],
    [{ email: "ada＠example.com" }, 400, "INVALID_EMAIL"],
    [{ email: `${"a".repeat(320)}@example.com` }, 400, "INVALID_EMAIL"],
    [{ email, metadata: { note: "x".repeat(1025) } }, 400, "VALIDATION_ERROR"],
    [{ email, name: "x".repeat(256) }, 400, "VALIDATION_ERROR"],
    [{ email, callbackURL: "https://evil.example/" }, 403, "INVALID_CALLBACKURL"],
    [{ email, newUserCallbackURL: "//evil.example/" }, 403, "INVALID_NEWUSERCALLBACKURL"],
    [{ email, errorCallbackURL: "javascript:alert(1)" }, 403, "INVALID_ERRORCALLBACKURL"],
  ])("rejects %j", async (input, status, code) => {
    const { browser, mailbox, auth } = open();
    const answer = await browser.post("/sign-in/magic-link", input);
    expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
    await auth.idle();
    expect(mailbox.messages).toEqual([]);
  });

  test("drops the fourth email to an address in 15 minutes, with an equal answer", async () => {
    const { auth, mailbox, visit } = open({ config: { rateLimit: { enabled: true } } });
    const challenge = expect.stringMatching(/^\w{32}$/);
    for (let count = 0; count < 4; count += 1) {
      const answer = await visit().browser.post("/sign-in/magic-link", { email });
      expect([answer.status, await answer.json()]).toEqual([200, { status: true, challenge }]);
    }
    await auth.idle();
    expect(mailbox.messages).toHaveLength(3);
  });

  test("keeps emails of a browser that has signed in, while an attacker has used up the budget of the address", async () => {
    const { ask, visit, auth, mailbox, signedInAs } = open({ config: { rateLimit: { enabled: true } } });
    const owner = visit();
    await owner.browser.fetch(await ask(owner), asBrowser);
    await owner.client.signOut();
    const attacker = visit({ ipAddress: "198.51.100.9" });
    for (let count = 0; count < 4; count += 1) await attacker.browser.post("/sign-in/magic-link", { email });
    await auth.idle();
    mailbox.clear();
    await owner.browser.fetch(await ask(owner), asBrowser);
    expect(await signedInAs(owner)).toBe(email);
  });
});

test("a user with a change of address that is not confirmed is signed in by the old mailbox alone", async () => {
  const { ask, visit, signUp, db, auth, mailbox, signedInAs } = open({
    config: { user: { changeEmail: { enabled: true } } },
  });
  const ada = await signUp(email);
  await db.update(userModel, ada.user.id, { emailVerified: true });
  const newEmail = "ada@new.example";
  expect((await ada.client.changeEmail({ newEmail })).error).toBe(null);
  const confirmation = await mailbox.waitFor(email, { kind: "confirm-email-change" });
  await ada.browser.follow(new URL(confirmation.url));
  await auth.idle();
  mailbox.clear();
  const mallory = visit();
  await mallory.browser.post("/sign-in/magic-link", { email: newEmail });
  await auth.idle();
  expect(mailbox.messages.map(({ kind }) => kind)).not.toContain("magic-link.sign-in");
  const owner = visit();
  await owner.browser.fetch(await ask(owner), asBrowser);
  expect((await owner.client.getSession()).data?.user.id).toBe(ada.user.id);
  expect(await signedInAs(owner)).not.toBe(null);
});

test("a script without a callbackURL gets an error of a token that opens nothing as JSON", async () => {
  const { browser } = open();
  const answer = await browser.fetch("/magic-link/verify?token=unknown", asScript);
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: "INVALID_TOKEN" })]);
});

test("a link asks for the second factor of a user before it opens a session", async () => {
  const { auth, clock, mailbox, visit, signUp, db, client } = createTestAuth({
    plugins: [magicLink(), twoFactor()],
    clientPlugins: [magicLinkClient(), twoFactorClient()],
  });
  const { user, client: ada, password } = await signUp(email);
  await db.update(userModel, user.id, { emailVerified: true });
  const { totpURI = "" } = (await ada.twoFactor.enable({ password })).data ?? {};
  const code = async () =>
    (await auth.api.generateTotp({ secret: new URL(totpURI).searchParams.get("secret") ?? "" })).code;
  expect((await ada.twoFactor.verifyTotp({ code: await code() })).error).toBe(null);
  clock.forward({ seconds: 30 });

  const other = visit();
  expect((await other.client.signIn.magicLink({ email, callbackURL: "/cart" })).data).toMatchObject({ status: true });
  const link = linkIn(await mailbox.waitFor(email, { kind: "magic-link.sign-in" }));
  const answer = await other.browser.fetch(link, asBrowser);
  expect(new URL(answer.headers.get("location") ?? "").pathname).toBe("/two-factor");
  expect((await other.client.getSession()).data).toBe(null);
  expect((await other.client.twoFactor.verifyTotp({ code: await code() })).error).toBe(null);
  expect((await other.client.getSession()).data?.session).toMatchObject({ amr: "mail,otp,mfa" });
  expect((await client.getSession()).data).toBe(null);
});

test("a request between the read and the insert of another request leaves both links usable", async () => {
  let between: (() => Promise<unknown>) | null = null;
  const database = intercept(memory(), {
    async verb({ verb }, run) {
      const other = verb === "remove" ? between : null;
      if (other) between = null;
      await other?.();
      return run();
    },
  });
  const fixture = open({ database });
  const links: URL[] = [];
  between = async () => links.push(await fixture.ask(fixture.visit()));
  links.push(await fixture.ask(fixture.visit()));
  expect(links).toHaveLength(2);
  for (const link of links) expect((await fixture.visit().browser.fetch(link, asBrowser)).status).toBe(200);
});
