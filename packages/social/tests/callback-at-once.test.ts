import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noting } from "../../../tests/harness/noted-statements.ts";
import { callbackResultOf, open, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { tokenCallsDuring } from "./calls.ts";
import { ann, type Fixture, goThere, openFixture, waysOf, whoIs } from "./fixture.ts";

const idp = useIdentityProvider();
const home = "https://app.example.com/home";
const errorPage = "https://app.example.com/api/auth/error?error=please_restart_the_process";
const callers = Array.from({ length: 16 }, (_, index) => index);

const file = new DatabaseSync(":memory:");
const database = sqlite(noting(file, []));
const onSqlite = (): Fixture => openFixture(idp(), { config: { database } });

beforeAll(async () => {
  await (await planMigration(database, onSqlite().auth.schema)).apply();
});
afterAll(() => file.close());

/** Opens a callback in sixteen requests at once, each with these headers. */
const race = (flow: Fixture, url: URL, headersOf: (caller: number) => Headers | Record<string, string>) =>
  Promise.all(
    callers.map(async (caller) =>
      callbackResultOf(await flow.auth.handler(new Request(url, { headers: headersOf(caller) }))),
    ),
  );

describe("a callback that one browser sends sixteen times at once", () => {
  test("opens one session on SQLite, and each answer is the redirect of the first", async () => {
    const flow = onSqlite();
    const url = await goThere(flow, { callbackURL: "/home", errorCallbackURL: "/failed" }, { as: ann });
    const headers = flow.browser.headers();
    const asked = await tokenCallsDuring(idp(), async () => {
      const answers = await race(flow, url, () => headers);
      expect(new Set(answers.map(({ url }) => url.href))).toEqual(new Set([home]));
    });
    expect(asked).toBe(1);
    expect(await flow.db.count(sessionModel, {})).toBe(1);
    expect(await flow.db.count(accountModel, {})).toBe(1);
    expect(await flow.db.count(userModel, {})).toBe(1);
    await flow.auth.idle();
    expect(flow.events.filter(({ type }) => type === "social.failed")).toEqual([]);
  });

  test("signs in also if the browser keeps only the last answer", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow, {}, { as: ann });
    const [, last] = await Promise.all([
      flow.auth.handler(new Request(url, { headers: flow.browser.headers() })),
      open(flow.browser, url),
    ]);
    expect(last.url.href).toBe(home);
    expect(await whoIs(flow.browser)).toBe(ann.email);
  });

  test("links an identity once", async () => {
    const flow = openFixture(idp());
    const { browser, user } = await flow.signUp(ann.email);
    const url = await goThere({ ...flow, browser }, {}, { as: ann, path: "/link-social" });
    const headers = browser.headers();
    const answers = await race(flow, url, () => headers);
    expect(new Set(answers.map(({ url }) => url.href))).toEqual(new Set([home]));
    expect(await waysOf(flow, user.id)).toEqual(["credential", "google"]);
  });

  test("leads to the errorCallbackURL of the flow if the sign-in fails", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow, { errorCallbackURL: "/failed" }, { deny: true });
    const headers = flow.browser.headers();
    const answers = await race(flow, url, () => headers);
    expect(new Set(answers.map(({ url }) => url.href))).toEqual(
      new Set(["https://app.example.com/failed?error=access_denied"]),
    );
    await flow.auth.idle();
    expect(flow.events.filter(({ type }) => type === "social.failed")).toHaveLength(1);
  });

  test("is answered with an error in each other browser, whose requests open no session", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow, {}, { as: ann });
    const own = flow.browser.headers();
    const elsewhere = flow.visit();
    await goThere({ ...flow, browser: elsewhere.browser });
    const others = [elsewhere.browser.headers(), new Headers()];
    const answers = await race(flow, url, (caller) => (caller === 0 ? own : (others[caller % 2] ?? own)));
    expect(answers[0]?.url.href).toBe(home);
    expect(new Set(answers.slice(1).map(({ url }) => url.href))).toEqual(new Set([errorPage]));
    expect(answers.slice(1).flatMap(({ response }) => response.headers.getSetCookie())).toEqual([]);
    expect(await flow.db.count(sessionModel, {})).toBe(1);
  });

  test("with another code does not get the answer of the first", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow, {}, { as: ann });
    const other = new URL(url);
    other.searchParams.set("code", "of-another-sign-in");
    const headers = flow.browser.headers();
    const [first, second] = await Promise.all(
      [url, other].map(async (sent) => callbackResultOf(await flow.auth.handler(new Request(sent, { headers })))),
    );
    expect(first?.url.href).toBe(home);
    expect(second?.url.href).toBe(errorPage);
  });
});
