import { memory } from "@keyhold/adapter-memory";
import { defineErrors } from "@keyhold/core";
import { createMailbox, createTestAuth, memoryStorage } from "@keyhold/testing";
import { counted, intercept } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  alice,
  type Changes,
  home,
  openApp,
  sessionModel,
  sessionsOf,
  userByEmail,
  userModel,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError, expectIssues } from "../../../../tests/harness/expect-error.ts";
import { allRows } from "../../../../tests/harness/rows.ts";
import { follow, kindsTo, type MailApp, newest, openMailApp, pathIn, prove, signUp, tokenIn } from "../emails.js";

const bob = { ...alice, name: "Bob", email: "bob@example.com" };
const newEmail = "alice@new.example";
const on = { changeEmail: { enabled: true } };

let app: MailApp;
let browser: Browser;

/** Alice is signed in, and has no email. */
async function open(changes: Changes = {}): Promise<void> {
  app = openMailApp({ emailVerification: { sendOnSignUp: false }, ...changes });
  browser = await signUp(app, alice);
  app.events.length = 0;
}

/** Alice is signed in to an app without mail. */
async function openPlain(): Promise<void> {
  app = { ...openApp({ user: on }), mailbox: createMailbox() };
  browser = await signUp(app, alice);
}

/** As `open`, with `requireEmailVerification`; Alice's address is then set to unverified again. */
async function openHiding(): Promise<void> {
  await open({ emailAndPassword: { requireEmailVerification: true } });
  await prove(app, alice.email);
  await browser.post("/sign-in/email", alice);
  await app.db.update(userModel, (await userByEmail(app)).id, { emailVerified: false });
}

const change = (body: object = {}, asked = browser): Promise<Answer> =>
  asked.post("/change-email", { newEmail, ...body });

const told = async (): Promise<readonly string[]> => {
  await app.auth.idle();
  return app.events.map(({ type }) => type);
};

async function unchanged<T>(run: () => Promise<T>): Promise<T> {
  const before = await allRows(app);
  const answer = await run();
  expect(await allRows(app)).toEqual(before);
  return answer;
}

function expectDone(answer: Answer): void {
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: '{"status":true}' });
}

const hasAddress = async (email: string): Promise<boolean> => app.db.exists(userModel, { email });

beforeEach(() => open());

/** A database in which Alice's sessions end right after the next read of a session, once `end()` was called. */
function endingSessions() {
  let isEnding = false;
  const database = intercept(memory(), {
    async verb(call, run) {
      const found = await run();
      if (!isEnding || call.verb !== "find" || call.model !== "session") return found;
      isEnding = false;
      await app.db.remove(sessionModel, { userId: (await userByEmail(app)).id });
      return found;
    },
  });
  const end = (): void => {
    isEnding = true;
  };
  return { database, end, isDue: (): boolean => isEnding };
}

describe("for a verified and an unverified address, a change fails", () => {
  describe.each([false, true])("verified: %s;", (isVerified) => {
    beforeEach(async () => {
      if (isVerified) await prove(app, alice.email);
    });

    test("if it is disabled", async () => {
      await open({ user: {} });
      expectError(await unchanged(() => change()), 400, "CHANGE_EMAIL_IS_DISABLED", "Change email is disabled");
    });

    test.each(["alice@example.com", "ALICE@Example.com", " alice@example.com "])(
      "to %j, which is the same",
      async (same) => {
        const answer = await unchanged(() => change({ newEmail: same }));
        expectError(answer, 400, "EMAIL_IS_THE_SAME", "Email is the same");
      },
    );

    test.each([
      "a",
      "a@",
      "@b",
      "a@b",
      "a b@x.io",
      "a@x..io",
      ".a@x.io",
      "a..b@x.io",
      "a@-x.io",
      "a@x.io.",
      '"a"@x.io',
      "a@[1.2.3.4]",
      "<a@x.io>",
      "a@x.io>",
      "a@x.io,b@x.io",
      "a@x.io\n",
      "a@x.io\uff20evil.com",
      `${"a".repeat(65)}@x.io`,
      `a@${"x".repeat(255)}.io`,
    ])("to %j, which is invalid", async (given) => {
      const answer = await unchanged(() => change({ newEmail: given }));
      expectError(answer, 400, "INVALID_EMAIL", "Invalid email");
    });

    test.each([5, null, ["a@x.io"], { $ne: "" }, undefined])("to %j, which is not text", async (given) => {
      expectIssues(await unchanged(() => change({ newEmail: given })), ["newEmail"]);
    });

    test("with a callbackURL of an untrusted origin", async () => {
      const answer = await unchanged(() => change({ callbackURL: "//evil.com" }));
      expectError(answer, 403, "INVALID_CALLBACKURL", "Invalid callbackURL");
    });

    test("without a session, and with one that is not fresh", async () => {
      expectError(await unchanged(() => change({}, app.browser())), 401, "UNAUTHORIZED", "Unauthorized");
      app.wait(86_401);
      expect((await change()).body?.code).toBe("SESSION_IS_NOT_FRESH");
      expect(await hasAddress(newEmail)).toBe(false);
    });

    test("by a rule of the app", async () => {
      const errors = defineErrors({ OTHER_DOMAIN: { status: 403, message: "Not of this company" } });
      await open({
        errors,
        hooks: {
          "email.change": (asked, ctx) => {
            if (!asked.newEmail.endsWith("@example.com")) ctx.fail(errors.OTHER_DOMAIN);
          },
        },
      });
      if (isVerified) await prove(app, alice.email);
      expectError(await unchanged(() => change()), 403, "OTHER_DOMAIN", "Not of this company");
      expect(await kindsTo(app, alice.email)).toEqual([]);
      expectDone(await change({ newEmail: "alicia@example.com" }));
    });
  });
});

describe("an unverified address", () => {
  test("is changed at once, and the new one is unverified", async () => {
    app.wait(60);
    expectDone(await change({ newEmail: "Alice@New.Example", callbackURL: "/proven" }));
    expect(await userByEmail(app, newEmail)).toMatchObject({ emailVerified: false, updatedAt: app.now() });
    expect(await hasAddress(alice.email)).toBe(false);
    expect(await kindsTo(app, alice.email)).toEqual([]);
    expect(await kindsTo(app, newEmail)).toEqual(["verify-email"]);
    expect(await told()).toEqual(["email.changed"]);
    expect(app.events[0]).toMatchObject({ oldEmail: alice.email, user: { email: newEmail, emailVerified: false } });
    expect((await follow(app, "verify-email")).headers.get("location")).toBe(`${home}/proven`);
    expect(await userByEmail(app, newEmail)).toMatchObject({ emailVerified: true });
  });

  test("is changed without mail, too", async () => {
    const plain = openApp({ user: on });
    const visitor = await signUp(plain, alice);
    expectDone(await change({}, visitor));
    expect(await userByEmail(plain, newEmail)).toMatchObject({ emailVerified: false });
  });

  test("invalidates its links: no earlier one works", async () => {
    await app.browser().post("/send-verification-email", { email: alice.email });
    await app.browser().post("/forget-password", { email: alice.email });
    const [proof, reset] = [await newest(app, "verify-email"), await tokenIn(app, "reset-password")];
    await change();
    await unchanged(async () => {
      expectError(await app.browser().get(pathIn(proof)), 401, "INVALID_TOKEN", "invalid_token");
      const answer = await app.browser().post("/reset-password", { token: reset, newPassword: "another password" });
      expectError(answer, 400, "INVALID_TOKEN", "invalid token");
    });
  });

  test("shows in the browser's copy of its session at once", async () => {
    await open({ session: { cookieCache: { enabled: true } } });
    await browser.get("/get-session");
    await change();
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: newEmail });
  });

  describe.each([
    ["with mail", () => open()],
    ["without mail", () => openPlain()],
    ["where a sign-up hides that an address is taken", () => openHiding()],
  ])("%s", (_, start) => {
    test.each([bob.email, "BOB@example.com"])(
      "is not changed to %s, which is taken, and the response says so",
      async (taken) => {
        await start();
        await signUp(app, bob);
        app.mailbox.clear();
        const answer = await unchanged(() => change({ newEmail: taken }));
        expectError(answer, 400, "COULDNT_UPDATE_YOUR_EMAIL", "Couldn't update your email");
        expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
        expect(await kindsTo(app, bob.email)).toEqual([]);
        expect(await told()).not.toContain("email.changed");
      },
    );
  });

  test("is not changed for a session that ends meanwhile", async () => {
    const { database, end, isDue } = endingSessions();
    await open({ database });
    end();
    expectError(await change(), 401, "UNAUTHORIZED", "Unauthorized");
    expect(isDue()).toBe(false);
    expect(await hasAddress(newEmail)).toBe(false);
  });

  test("of sixteen users becomes one address for one of them", async () => {
    const people = await Promise.all(
      Array.from({ length: 16 }, (_, caller) => signUp(app, { ...alice, email: `person${caller}@example.com` })),
    );
    const answers = await Promise.all(people.map((person) => change({}, person)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 400)]);
    expect(await app.db.count(userModel, { email: newEmail })).toBe(1);
    expect(await told()).toContain("email.changed");
    expect(app.events.filter(({ type }) => type === "email.changed")).toHaveLength(1);
    expect((await allRows(app)).users).toHaveLength(17);
  });
});

test.each([false, true])("session cache entries show the new address at once, verified: %s", async (isVerified) => {
  await open({ secondaryStorage: memoryStorage({ now: () => app.now() }) });
  if (isVerified) await prove(app, alice.email);
  const other = app.browser();
  await other.post("/sign-in/email", alice);
  expect((await other.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  await app.auth.idle();
  await change();
  if (isVerified) await follow(app, "confirm-email-change", browser);
  expect((await other.get("/get-session")).body?.user).toMatchObject({ email: newEmail, emailVerified: false });
});

describe("a verified address", () => {
  beforeEach(async () => {
    await prove(app, alice.email);
  });

  test("gets an email first, and stays", async () => {
    expectDone(await unchanged(() => change({ newEmail: "Alice@New.Example" })));
    const message = await newest(app, "confirm-email-change");
    expect(message).toMatchObject({ to: alice.email, newEmail, expiresInSeconds: 3600 });
    expect(message.url).toBe(`${home}/api/auth/verify-email?token=${message.token}`);
    expect(app.mailbox.messages).toHaveLength(1);
    expect(await told()).toEqual(["email.change-requested"]);
    expect(app.events[0]).toMatchObject({ newEmail, user: { email: alice.email } });
  });

  test("cannot be changed without mail", async () => {
    const plain = openApp({ user: on });
    const visitor = await signUp(plain, alice);
    await prove(plain, alice.email);
    const answer = await change({}, visitor);
    expectError(answer, 400, "VERIFICATION_EMAIL_ISNT_ENABLED", "Verification email isn't enabled");
  });

  test("gets no email about a taken one, and the response is the same", async () => {
    await signUp(app, bob);
    for (const taken of [bob.email, "BOB@example.com"]) expectDone(await unchanged(() => change({ newEmail: taken })));
    await app.auth.idle();
    expect(app.mailbox.messages).toEqual([]);
    expect(await told()).not.toContain("email.change-requested");
  });

  test("costs the same work for a free and a taken address", async () => {
    const database = counted(memory());
    await open({ database });
    await signUp(app, bob);
    await prove(app, alice.email);
    const work: string[] = [];
    for (const wanted of [newEmail, bob.email]) {
      database.reset();
      await change({ newEmail: wanted });
      await app.auth.idle();
      work.push(database.calls.map(({ verb, model, isInTransaction }) => `${verb} ${model} ${isInTransaction}`).join());
    }
    expect(work[0]).toContain("insert verification");
    expect(work[1]).toBe(work[0]);
  });

  test("gets three emails in a quarter of an hour, without an error", async () => {
    const fixture = createTestAuth({
      config: {
        rateLimit: { enabled: true, limits: { "/change-email": false } },
        emailVerification: { sendOnSignUp: false },
        user: on,
      },
    });
    const person = await fixture.signUp(alice.email);
    await fixture.db.update(userModel, person.user.id, { emailVerified: true });
    for (let count = 1; count <= 5; count += 1) {
      const response = await person.browser.post("/change-email", { newEmail: `a${count}@new.example` });
      expect(await response.text()).toBe('{"status":true}');
    }
    await fixture.auth.idle();
    expect(fixture.mailbox.messages).toHaveLength(3);
  });
});

describe("the link of the email to the current address", () => {
  let link: string;

  async function ask(wanted = newEmail): Promise<string> {
    expectDone(await change({ newEmail: wanted, callbackURL: "/changed" }));
    const message = await newest(app, "confirm-email-change");
    return `/verify-email?token=${message.token}`;
  }

  beforeEach(async () => {
    await prove(app, alice.email);
    link = await ask();
    app.events.length = 0;
    app.mailbox.clear();
  });

  test("changes the address, which is unverified then, and answers with the user", async () => {
    app.wait(60);
    const answer = await browser.get(link);
    expect(answer.status).toBe(200);
    const user = await userByEmail(app, newEmail);
    expect(user).toMatchObject({ emailVerified: false, updatedAt: app.now() });
    expect(answer.body).toEqual({
      status: true,
      user: { ...JSON.parse(JSON.stringify(user)), username: null, displayUsername: null },
    });
    expect(await hasAddress(alice.email)).toBe(false);
    expect(await told()).toEqual(["email.changed", "email.held"]);
    expect(app.events[0]).toMatchObject({ oldEmail: alice.email, user: { email: newEmail } });
    expect(app.events[1]).toMatchObject({ user: { email: alice.email } });
  });

  test("notifies the old address without a secret, and sends a verification email to the new one", async () => {
    await browser.get(`${link}&callbackURL=/changed`);
    expect(await kindsTo(app, alice.email)).toEqual(["email-changed"]);
    expect(await kindsTo(app, newEmail)).toEqual(["verify-email"]);
    const notice = await newest(app, "email-changed");
    expect(notice.newEmail).toBe(newEmail);
    expect(Object.keys(notice).sort()).toEqual(["appName", "appUrl", "kind", "newEmail", "to", "url", "user"]);
    expect((await follow(app, "verify-email")).headers.get("location")).toBe(`${home}/changed`);
    expect(await userByEmail(app, newEmail)).toMatchObject({ emailVerified: true });
  });

  test("redirects the browser to the callbackURL", async () => {
    const answer = await browser.get(`${link}&callbackURL=${encodeURIComponent("/a?b=1#d")}`);
    expect({ status: answer.status, location: answer.headers.get("location") }).toEqual({
      status: 302,
      location: `${home}/a?b=1#d`,
    });
    expect(await hasAddress(newEmail)).toBe(true);
  });

  test("gives the browser's session a new token, as fresh as before and with the same end", async () => {
    const [before] = await sessionsOf(app, (await userByEmail(app)).id);
    const stolen = { headers: { cookie: browser.cookieHeader() } };
    app.wait(60);
    await browser.get(link);
    const [after] = await sessionsOf(app, (await userByEmail(app, newEmail)).id);
    expect(after).toEqual({ ...before, token: expect.any(String) });
    expect(after?.token).not.toBe(before?.token);
    expect((await app.browser().get("/get-session", stolen)).text).toBe("null");
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: newEmail });
  });

  test("keeps the token of a caller without cookies", async () => {
    await open({ session: { bearer: true } });
    await prove(app, alice.email);
    const { body } = await app.browser().post("/sign-in/email", alice);
    const headers = { authorization: `Bearer ${body?.token}` };
    await ask();
    const answer = await app.browser().get(pathIn(await newest(app, "confirm-email-change")), { headers });
    expect({ location: answer.headers.get("location"), cookies: answer.cookies }).toEqual({
      location: `${home}/changed`,
      cookies: [],
    });
    expect((await app.browser().get("/get-session", { headers })).body?.user).toMatchObject({ email: newEmail });
  });

  test("changes no data for a session that ends meanwhile", async () => {
    const { database, end, isDue } = endingSessions();
    await open({ database });
    await prove(app, alice.email);
    const refused = await ask();
    end();
    expectError(await browser.get(refused), 401, "UNAUTHORIZED", "unauthorized");
    expect(isDue()).toBe(false);
    expect(await hasAddress(newEmail)).toBe(false);
  });

  test("shows in the browser's copy of its session at once", async () => {
    await open({ session: { cookieCache: { enabled: true } } });
    await prove(app, alice.email);
    await browser.get("/get-session");
    await browser.get(await ask());
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: newEmail });
  });

  describe.each([
    ["nobody", async () => app.browser()],
    ["another user", async () => signUp(app, bob)],
    [
      "a user with an ended session",
      async () => {
        const ended = app.browser();
        await ended.post("/sign-in/email", alice);
        const cookie = ended.cookieHeader();
        await ended.post("/sign-out");
        for (const pair of cookie.split("; "))
          ended.jar.set(pair.split("=")[0] ?? "", pair.slice(pair.indexOf("=") + 1));
        return ended;
      },
    ],
  ])("at a browser of %s", (_, make) => {
    test("changes no data, and still works for its user", async () => {
      const other = await make();
      expectError(await unchanged(() => other.get(link)), 401, "UNAUTHORIZED", "unauthorized");
      expect((await browser.get(link)).status).toBe(200);
    });

    test("reports that at the callbackURL", async () => {
      const other = await make();
      const answer = await unchanged(() => other.get(`${link}&callbackURL=/changed`));
      expect(answer.headers.get("location")).toBe(`${home}/changed?error=unauthorized`);
    });
  });

  test("works once", async () => {
    await browser.get(link);
    expectError(await unchanged(() => browser.get(link)), 401, "INVALID_TOKEN", "invalid_token");
  });

  test("works once for sixteen concurrent calls, and changes the address once", async () => {
    const headers = { cookie: browser.cookieHeader() };
    const answers = await Promise.all(Array.from({ length: 16 }, () => app.browser().get(link, { headers })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await told()).filter((type) => type === "email.changed")).toHaveLength(1);
    expect(await kindsTo(app, newEmail)).toEqual(["verify-email"]);
  });

  test("is one of two to different addresses of which one works, used in parallel", async () => {
    const second = await ask("second@new.example");
    app.events.length = 0;
    const headers = { cookie: browser.cookieHeader() };
    const answers = await Promise.all([link, second].map((one) => app.browser().get(one, { headers })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const winner = answers.find(({ status }) => status === 200);
    const email = String(winner?.body?.user?.email);
    expect([newEmail, "second@new.example"]).toContain(email);
    expect((await allRows(app)).users).toMatchObject([{ email }]);
    expect((await told()).filter((type) => type === "email.changed")).toHaveLength(1);
  });

  test("is one of two of which the later is invalid once the other was used", async () => {
    const second = await ask("second@new.example");
    await browser.get(link);
    expectError(await unchanged(() => browser.get(second)), 401, "INVALID_TOKEN", "invalid_token");
  });

  test("is invalid after the password was changed", async () => {
    await browser.post("/change-password", { currentPassword: alice.password, newPassword: "another password" });
    expectError(await unchanged(() => browser.get(link)), 401, "INVALID_TOKEN", "invalid_token");
  });

  test("expires after an hour", async () => {
    app.wait(3600);
    expectError(await unchanged(() => browser.get(link)), 401, "TOKEN_EXPIRED", "token_expired");
  });

  test("invalidates the links to the old address", async () => {
    await app.browser().post("/forget-password", { email: alice.email });
    await browser.post("/delete-user", {});
    const [reset, deletion] = [await tokenIn(app, "reset-password"), await tokenIn(app, "delete-account")];
    await browser.get(link);
    await unchanged(async () => {
      const answer = await app.browser().post("/reset-password", { token: reset, newPassword: "another password" });
      expectError(answer, 400, "INVALID_TOKEN", "invalid token");
      expect((await browser.post("/delete-user", { token: deletion })).body?.code).toBe("INVALID_TOKEN");
    });
  });

  test("changes no data if another user gets the new address meanwhile", async () => {
    await signUp(app, { ...bob, email: newEmail });
    const before = await userByEmail(app);
    expectError(await browser.get(link), 400, "COULDNT_UPDATE_YOUR_EMAIL", "Couldn't update your email");
    const answer = await browser.get(`${link}&callbackURL=/changed`);
    expect(answer.headers.get("location")).toBe(`${home}/changed?error=couldnt_update_your_email`);
    expect(await userByEmail(app)).toEqual(before);
    expect(await kindsTo(app, alice.email)).toEqual([]);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });

  test("is refused by a rule that changed its mind, and says so at the callbackURL", async () => {
    const errors = defineErrors({ CLOSED: { status: 403, message: "Closed" } });
    let isClosed = false;
    await open({ errors, hooks: { "email.change": (_, ctx) => (isClosed ? ctx.fail(errors.CLOSED) : undefined) } });
    await prove(app, alice.email);
    const refused = await ask();
    isClosed = true;
    expectError(await unchanged(() => browser.get(refused)), 403, "CLOSED", "Closed");
    const answer = await browser.get(`${refused}&callbackURL=/changed`);
    expect(answer.headers.get("location")).toBe(`${home}/changed?error=closed`);
    isClosed = false;
    expect((await browser.get(refused)).status).toBe(200);
  });

  test("is not used up by an untrusted callbackURL, or by HEAD", async () => {
    const answer = await unchanged(() => browser.get(`${link}&callbackURL=//evil.com`));
    expectError(answer, 403, "INVALID_CALLBACKURL", "Invalid callbackURL");
    await unchanged(() => browser.send("HEAD", link));
    expect((await browser.get(link)).status).toBe(200);
  });
});
