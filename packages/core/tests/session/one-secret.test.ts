import { memory } from "@keyhold/adapter-memory";
import { type AuthConfig, createAuth, type LogEntry } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { createTestAuth, linkIn, memoryStorage } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { secret } from "../../../../tests/harness/app.ts";
import { signedBy } from "../../../../tests/harness/signatures.ts";
import type { Context } from "../../src/contract/context.js";
import { confirmedCookies, hasFollowedEmail } from "../../src/flows/verification/unconfirmed.js";
import { contextOf } from "../../src/pipeline/context-of.js";
import { fingerprint } from "../../src/secret/hash.js";

type Config = Partial<Omit<AuthConfig, "plugins">>;

const cached: Config = { session: { cookieCache: { enabled: true } } };
const copied = "ceo@corp.example.com";

/** Two auths with equal secrets, each with a separate database. */
function pair(ofBoth: Config, ofOther: Config) {
  const here = createTestAuth({ config: { secret, ...ofBoth } });
  const there = createTestAuth({ config: { secret, ...ofBoth, ...ofOther } });
  return { here, there };
}

const otherParts: readonly [string, Config][] = [
  ["another origin", { baseURL: "https://staging.example.com" }],
  ["another path", { baseURL: "https://app.example.com/staging" }],
  ["another basePath", { basePath: "/tenant/auth" }],
  ["another id", { id: "staging" }],
];

test.each(otherParts)("an auth with %s does not believe the cookie of a cached session", async (_, ofOther) => {
  const { here, there } = pair(cached, ofOther);
  const { browser } = await here.signUp(copied);
  const headers = browser.headers();
  expect(headers.get("cookie")).toContain("session_data");
  expect((await here.auth.session(headers))?.user.email).toBe(copied);
  expect(await there.auth.session(headers)).toBe(null);
});

test.each(otherParts)("an auth with %s does not believe an entry of the shared storage", async (_, ofOther) => {
  const secondaryStorage = memoryStorage();
  const { here, there } = pair({ secondaryStorage }, ofOther);
  const { browser } = await here.signUp(copied);
  await browser.get("/get-session");
  await here.auth.idle();
  const headers = browser.headers();
  expect((await here.auth.session(headers))?.user.email).toBe(copied);
  expect(await there.auth.session(headers)).toBe(null);
});

test.each([["the same URL", {}], ...otherParts] satisfies [string, Config][])(
  "an auth with %s and another database does not take the link of an email",
  async (_, ofOther) => {
    const { here, there } = pair({}, ofOther);
    await here.signUp(copied);
    await there.signUp(copied);
    const message = await here.mailbox.waitFor(copied, { kind: "verify-email" });
    const isVerified = async (auth: typeof here) => (await auth.db.find(userModel, { email: copied }))?.emailVerified;
    const { search, href } = linkIn(message);
    await there.visit().browser.follow(`/verify-email${search}`);
    expect(await isVerified(there)).toBe(false);
    await here.visit().browser.follow(href);
    expect(await isVerified(here)).toBe(true);
  },
);

test("two auths with another origin over one database share their sessions", async () => {
  const database = memory();
  const config: Config = { ...cached, database, cookies: { domain: "example.com" } };
  const { here, there } = pair(config, { baseURL: "https://second.example.com" });
  const { browser } = await here.signUp(copied);
  expect((await there.auth.session(browser.headers()))?.user.email).toBe(copied);
});

test("a session that was open before the upgrade goes on, and its cached copy is made anew", async () => {
  const { here } = pair(cached, {});
  const { browser } = await here.signUp(copied);
  const own = browser.cookies.get("__Host-keyhold.session_data") ?? "";
  const text = Buffer.from(own, "base64url").toString().slice(0, -45);
  const old = Buffer.from(signedBy("cookie", "session_data", text)).toString("base64url");
  const token = browser.cookies.get("__Host-keyhold.session_token");
  const cookie = `__Host-keyhold.session_token=${token}; __Host-keyhold.session_data=${old}`;
  const answer = await here.visit().browser.fetch("/get-session", { headers: { cookie } });
  expect(await answer.json()).toMatchObject({ user: { email: copied } });
  expect(answer.headers.get("set-cookie")).toContain(own);
});

interface Made {
  readonly database?: AuthConfig["database"];
  readonly id?: string;
  readonly secret?: string;
}

/** The warnings of auths that are made in turn. */
function warningsOf(...made: readonly Made[]): readonly string[] {
  const logged: LogEntry[] = [];
  for (const one of made) {
    createAuth({
      secret: "of this test only: 4d1f7a90c2",
      baseURL: "https://app.example.com",
      database: memory(),
      log: (entry) => void logged.push(entry),
      ...one,
    });
  }
  return logged.map(({ level, message }) => `${level}: ${message}`);
}

const about = [expect.stringMatching(/^warning: .*`secret`.*database/)];

test("two auths with one secret and two databases are warned of, once", () => {
  expect(warningsOf({ secret: "of one test: 4d1f7a90c2 8835b1e0" })).toEqual([]);
  expect(
    warningsOf({ secret: "of one test: 4d1f7a90c2 8835b1e0" }, { secret: "of one test: 4d1f7a90c2 8835b1e0" }),
  ).toEqual(about);
});

test("two auths with one database, or with two ids, are no reason for a warning", () => {
  const database = memory();
  const shared = "of shared rows: 4d1f7a90c2 8835b1e0";
  expect(warningsOf({ secret: shared, database }, { secret: shared, database })).toEqual([]);
  const tenants = "of tenants: 4d1f7a90c2 8835b1e0 11";
  expect(warningsOf({ secret: tenants, id: "a" }, { secret: tenants, id: "b" })).toEqual([]);
  expect(warningsOf({ secret: tenants, id: "a" })).toEqual(about);
});

const marks: readonly [name: string, Config][] = [
  ["another origin", { baseURL: "https://staging.example.com" }],
  ["another id", { id: "staging" }],
];

describe.each(marks)("of a copy of the database with %s", (_, ofOther) => {
  test("a browser that is known there is not known here", async () => {
    const database = memory();
    const here = createTestAuth({
      config: { secret, database, rateLimit: { wrongPasswords: { windowSeconds: 900, max: 20 } } },
    });
    const { user, password } = await here.signUp(copied);
    const copy = { database: database.snapshot().fork(), ...ofOther };
    const there = createTestAuth({
      config: { secret, rateLimit: { wrongPasswords: { windowSeconds: 900, max: 20 } }, ...copy },
    });
    const marked = async (auth: typeof here, cookie: string): Promise<string | null> => {
      const answer = await auth.visit().browser.fetch("/sign-in/email", {
        method: "POST",
        headers: { "content-type": "application/json", cookie },
        body: JSON.stringify({ email: user.email, password }),
      });
      expect(answer.status).toBe(200);
      return (
        answer.headers
          .getSetCookie()
          .find((line) => line.includes("known_browser"))
          ?.split(";")[0] ?? null
      );
    };
    const mark = (await marked(there, "")) ?? "";
    const browserId = /known_browser=\w{16}/.exec(mark)?.[0] ?? expect.fail();
    expect(await marked(there, mark)).toContain(browserId);
    const known = await marked(here, mark);
    expect(known).toContain("known_browser");
    expect(known).not.toContain(browserId);
  });

  test("a browser that followed an email there has followed none here", async () => {
    const user = { id: "1", email: copied };
    const contextFor = (changes: Config): Context =>
      contextOf(createTestAuth({ config: { secret, ...changes } }).auth) ?? expect.fail();
    const [line = ""] = confirmedCookies(contextFor(ofOther), user, { cookieHeader: null });
    const caller = { cookieHeader: line.split(";")[0] ?? "" };
    expect(hasFollowedEmail(contextFor(ofOther), user, caller)).toBe(true);
    expect(hasFollowedEmail(contextFor({}), user, caller)).toBe(false);
  });
});

test("a browser that followed an email before the upgrade needs to follow no other", () => {
  const user = { id: "1", email: copied };
  const ctx = contextOf(createTestAuth({ config: { secret } }).auth) ?? expect.fail();
  const value = fingerprint(JSON.stringify([user.id, user.email]));
  const cookieHeader = `__Host-keyhold.confirmed=${encodeURIComponent(signedBy("cookie", "confirmed", value))}`;
  expect(hasFollowedEmail(ctx, user, { cookieHeader })).toBe(true);
});
