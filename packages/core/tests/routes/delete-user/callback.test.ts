import { defineErrors } from "@keyhold/core";
import { issueOneTimeToken } from "@keyhold/core/plugin";
import type { Mailbox } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, type Changes, home, userByEmail } from "../../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../../tests/harness/browser.ts";
import { decided } from "../../../../../tests/harness/decided.ts";
import { expectError } from "../../../../../tests/harness/expect-error.ts";
import { allRows, noRows, unchangedRows } from "../../../../../tests/harness/rows.ts";
import { resetPasswordToken } from "../../../src/records/user/token-kinds.js";
import { askForLink, expectCleared, openDeletion, tokenIn } from "../../deletion.js";
import { unsafeRedirectClasses } from "../../redirects.js";

const errors = defineErrors({ OWNERS_STAY: { status: 409, message: "owners stay" } });

const day = 86_400;
const bob = { ...alice, name: "Bob", email: "bob@example.com" };
const nobody = [404, "FAILED_TO_GET_USER_INFO", "Failed to get user info"] as const;
const invalidToken = [404, "INVALID_TOKEN", "invalid token"] as const;

let app: App;
let mailbox: Mailbox;
let browser: Browser;

async function open(changes: Changes = {}) {
  ({ app, mailbox, browser } = await openDeletion(changes, true));
}

beforeEach(() => open());

const askForToken = async () => tokenIn(await askForLink({ mailbox, browser }));

const follow = (query: Readonly<Record<string, string>>, asked = browser): Promise<Answer> =>
  asked.follow(`/delete-user/callback?${new URLSearchParams(query)}`);

const unchanged = <T>(run: () => Promise<T>) => unchangedRows(app, run);

function expectRedirect(answer: Answer, location: string, status = 302): void {
  expect({ status: answer.status, location: answer.headers.get("location"), text: answer.text }).toEqual({
    status,
    location,
    text: "",
  });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
}

describe("the link of the email", () => {
  test.each([
    ["/", `${home}/`],
    ["/bye", `${home}/bye`],
    ["/bye?a=b&c=d#end", `${home}/bye?a=b&c=d#end`],
    ["https://app.example.com/bye", "https://app.example.com/bye"],
  ])("deletes the user and redirects to %s if that was requested", async (callbackURL, location) => {
    const link = await askForLink({ mailbox, browser }, callbackURL);
    const answer = await browser.follow(link.href.replace(`${home}/api/auth`, ""));
    expectRedirect(answer, location, 303);
    expectCleared(answer);
    expect(await allRows(app)).toEqual(noRows);
  });

  test("without a callbackURL deletes the user and shows the result", async () => {
    const link = await askForLink({ mailbox, browser });
    expect([...link.searchParams.keys()]).toEqual(["token"]);
    const answer = await browser.follow(link.href.replace(`${home}/api/auth`, ""));
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("<h1>Your account is deleted</h1>");
    expectCleared(answer);
    expect(await allRows(app)).toEqual(noRows);
  });

  test("ends the sessions of other browsers at once, and emits the events", async () => {
    const other = app.browser();
    await other.post("/sign-in/email", alice);
    const token = await askForToken();
    app.events.length = 0;
    await follow({ token });
    expect((await other.get("/get-session")).text).toBe("null");
    await app.auth.idle();
    expect(app.events.map(({ type }) => type)).toEqual(["session.ended", "session.ended", "user.deleted"]);
  });

  test("can be followed once", async () => {
    const token = await askForToken();
    await follow({ token });
    expectError(await follow({ token }), ...nobody);
  });

  test("works for one of sixteen concurrent calls", async () => {
    const token = await askForToken();
    const headers = { cookie: browser.cookieHeader() };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => app.browser().follow(`/delete-user/callback?token=${token}`, { headers })),
    );
    const error = `${home}/api/auth/error?error=failed_to_get_user_info`;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.headers.get("location") === error)).toHaveLength(15);
    expect(await allRows(app)).toEqual(noRows);
  });
});

describe("no user is deleted, and the token stays valid,", () => {
  let token: string;
  beforeEach(async () => {
    token = await askForToken();
  });
  const expectStillGood = async (asked = browser) =>
    expect((await follow({ token }, asked)).text).toContain("<h1>Your account is deleted</h1>");

  test("without a session", async () => {
    expectError(await unchanged(() => follow({ token }, app.browser())), ...nobody);
    await expectStillGood();
  });

  test("by the session of another user", async () => {
    const other = app.browser();
    await other.post("/sign-up/email", bob);
    expectError(await unchanged(() => follow({ token }, other)), ...invalidToken);
    await expectStillGood();
    expect((await allRows(app)).users).toMatchObject([{ email: bob.email }]);
  });

  test("by a session that is not fresh, until the user has signed in again", async () => {
    await open({ user: { deleteUser: { enabled: true, tokenExpiresInSeconds: 7 * day } } });
    token = await askForToken();
    app.wait(day + 1);
    await browser.get("/get-session");
    expectError(await unchanged(() => follow({ token })), 403, "SESSION_IS_NOT_FRESH", "Session is not fresh");
    await browser.post("/sign-in/email", alice);
    await expectStillGood();
  });

  test("by a HEAD request", async () => {
    await unchanged(() => browser.send("HEAD", `/delete-user/callback?token=${token}`));
    await expectStillGood();
  });

  test("by another method", async () => {
    expect((await unchanged(() => browser.send("PUT", `/delete-user/callback?token=${token}`))).status).toBe(405);
    const answer = await unchanged(() => browser.post(`/delete-user/callback?token=${token}`));
    expect(answer.body?.issues?.map(({ path }) => path)).toEqual(["token"]);
    await expectStillGood();
  });

  test.each(unsafeRedirectClasses)("with %s as the callbackURL (%j), which fails first", async (_, callbackURL) => {
    for (const given of [token, "wrong"]) {
      const answer = await unchanged(() => follow({ token: given, callbackURL }));
      expect(answer.body?.code).toMatch(/^(INVALID_CALLBACKURL|VALIDATION_ERROR)$/);
      expect(answer.headers.get("location")).toBeNull();
    }
  });

  test("if a hook fails", async () => {
    let isOwner = true;
    await open({
      errors,
      hooks: { "user.delete": (_user, ctx) => (isOwner ? ctx.fail(errors.OWNERS_STAY) : undefined) },
    });
    token = await askForToken();
    const post = () => browser.post("/delete-user/callback", { token });
    expectError(await unchanged(post), 409, "OWNERS_STAY", "owners stay");
    const errorPage = `${home}/api/auth/error?error=owners_stay`;
    expectRedirect(await unchanged(() => follow({ token })), errorPage, 303);
    expectRedirect(await unchanged(() => follow({ token, callbackURL: "/a" })), `${home}/a?error=owners_stay`, 303);
    isOwner = false;
    await expectStillGood();
  });
});

describe("no user is deleted by", () => {
  test.each(["x", "", "a".repeat(32), "a".repeat(4000), "%00", "__proto__", "' or 1=1 --"])(
    "an invalid token: %j",
    async (token) => {
      expectError(await unchanged(() => follow({ token })), ...invalidToken);
    },
  );

  test("an expired token", async () => {
    await open({ session: { freshAgeSeconds: 0, updateAgeSeconds: 7 * day } });
    const token = await askForToken();
    app.wait(day);
    expectError(await unchanged(() => follow({ token })), ...invalidToken);
  });

  test("a token of another purpose, which stays valid for its own", async () => {
    const { id } = await userByEmail(app);
    const kind = resetPasswordToken(3600);
    const token = await issueOneTimeToken({ ...app, db: decided(app.db) }, kind, {
      userId: id,
      credentialVersion: "",
    });
    expectError(await unchanged(() => follow({ token })), ...invalidToken);
  });

  test("no token, or by two", async () => {
    expect((await unchanged(() => browser.get("/delete-user/callback"))).status).toBe(400);
    const token = await askForToken();
    expect((await unchanged(() => browser.get(`/delete-user/callback?token=${token}&token=x`))).status).toBe(400);
  });

  test("any token, if it is disabled", async () => {
    await open({ user: {} });
    for (const callbackURL of ["", "/a"]) {
      expectError(await unchanged(() => follow({ token: "x", callbackURL })), 404, "NOT_FOUND", "Not found");
    }
  });
});

describe("a failure redirects to the callbackURL", () => {
  test("with its code", async () => {
    const answer = await unchanged(() => follow({ token: "x", callbackURL: "/a?b=c#d" }));
    expectRedirect(answer, `${home}/a?b=c&error=invalid_token#d`);
    expect(answer.cookies).toEqual([]);
  });

  test("without a session", async () => {
    const answer = await unchanged(() => follow({ token: "x", callbackURL: "/a" }, app.browser()));
    expectRedirect(answer, `${home}/a?error=failed_to_get_user_info`);
  });

  test("with a session that is not fresh", async () => {
    app.wait(day + 1);
    await browser.get("/get-session");
    const answer = await unchanged(() => follow({ token: "x", callbackURL: "/a" }));
    expectRedirect(answer, `${home}/a?error=session_is_not_fresh`);
  });
});
