import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { memory } from "@keyhold/adapter-memory";
import { planMigration } from "@keyhold/adapter-sql";
import { libsql } from "@keyhold/adapter-sql/libsql";
import { mysql } from "@keyhold/adapter-sql/mysql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { billing, billingHandlers } from "@keyhold/billing";
import { type Auth, type AuthConfig, ConfigError, createAuth, type LogEntry } from "@keyhold/core";
import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { nodeHandler } from "@keyhold/core/node";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { describe, expect, test } from "vitest";

/** Frameworks import routes while they build, where no variable of the environment is set. */

const good: AuthConfig = {
  secret: "Jm1T8kq0vYw4xZ7nB2cR5dF9gH3sL6pA",
  baseURL: "http://localhost:3000",
  database: memory(),
};

const secretIsMissing =
  "secret: missing; set the variable AUTH_SECRET or the option; make one with `openssl rand -base64 32` and keep it out of the code";
const urlIsMissing =
  'baseURL: missing; set the variable AUTH_URL or the option to the URL of the app, e.g. "http://localhost:3000"';
const noUrl = (where: string): string =>
  `database: ${where} got no URL; is its environment variable set, e.g. DATABASE_URL?`;

/** The sentences with which a promise rejects. */
async function sentencesOf(work: () => unknown): Promise<readonly string[]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

const lacking: readonly (readonly [string, Partial<AuthConfig>, string])[] = [
  ["no secret", { secret: undefined }, secretIsMissing],
  ["an empty secret", { secret: "" }, secretIsMissing],
  ["no secret in its list", { secret: [] }, secretIsMissing],
  ["empty secrets in its list", { secret: ["", ""] }, secretIsMissing],
  ["no URL of the app", { baseURL: undefined }, urlIsMissing],
  ["an empty URL of the app", { baseURL: "" }, urlIsMissing],
  ["no URL of PostgreSQL", { database: postgres(undefined) }, noUrl("postgres()")],
  ["an empty URL of PostgreSQL", { database: postgres("") }, noUrl("postgres()")],
  ["no URL of MySQL", { database: mysql(undefined) }, noUrl("mysql()")],
  ["no URL of libsql", { database: libsql(undefined) }, noUrl("libsql()")],
  ["no path of SQLite", { database: sqlite(undefined) }, noUrl("sqlite()")],
  [
    "no client id",
    { plugins: [social({ providers: [google({ clientId: undefined, clientSecret: "b" })] })] },
    'plugins: "social": google: clientId is missing',
  ],
  [
    "no client secret",
    { plugins: [social({ providers: [google({ clientId: "a", clientSecret: undefined })] })] },
    'plugins: "social": google: clientSecret is empty: is its variable set? A public client leaves it out',
  ],
  [
    "no secret of webhooks",
    { plugins: [billing({ webhook: { secret: undefined, handlers: billingHandlers() } })] },
    'plugins: "billing": webhook.secret is missing; copy it from the provider\'s webhook settings',
  ],
];

const request = (): Request => new Request("http://localhost:3000/api/auth/get-session");

describe.for(lacking)("a config with %s", ([, given, sentence]) => {
  test("makes an auth, whose first use throws what is missing", async () => {
    const auth: Auth = createAuth({ ...good, ...given, plugins: given.plugins as [] });
    expect(await sentencesOf(() => auth.ready())).toEqual([sentence]);
    expect(await sentencesOf(() => auth.handler(request()))).toEqual([sentence]);
    expect(await sentencesOf(() => auth.session(request()))).toEqual([sentence]);
    expect(await sentencesOf(() => auth.api.signOut({}, { headers: {} }))).toEqual([sentence]);
    expect(await sentencesOf(() => auth.transaction(async () => undefined))).toEqual([sentence]);
    expect(await sentencesOf(() => planMigration(sqlite(":memory:"), auth.schema))).toEqual([sentence]);
    await auth.idle();
  });
});

describe("without an environment", () => {
  const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);

  test.each([
    ["postgres()", () => postgres(undefined)],
    ["mysql()", () => mysql(undefined)],
    ["libsql()", () => libsql(undefined)],
    ["sqlite()", () => sqlite(undefined)],
  ])("a migration on %s throws what is missing, and closing the database does nothing", async (where, open) => {
    const database = open();
    expect(await sentencesOf(() => planMigration(database, schema))).toEqual([noUrl(where)]);
    await database.close();
  });

  test("all that is missing is named at once", async () => {
    const auth = createAuth({ ...good, secret: undefined, baseURL: undefined, database: postgres(undefined) });
    expect(await sentencesOf(() => auth.ready())).toEqual([secretIsMissing, urlIsMissing, noUrl("postgres()")]);
  });

  test("a wrong config still throws at once, with what is missing", async () => {
    const errors = await sentencesOf(() => createAuth({ ...good, secret: undefined, basePath: "no" }));
    expect(errors).toEqual([secretIsMissing, expect.stringMatching(/^basePath: must begin with one slash/)]);
    expect(await sentencesOf(() => createAuth({ ...good, secret: "short" }))).toHaveLength(1);
    expect(await sentencesOf(() => createAuth({ ...good, baseURL: "localhost" }))).toHaveLength(1);
  });

  test("options that depend on baseURL are not wrong yet", async () => {
    const cookies = { secure: true, domain: "example.com" };
    const auth = createAuth({ ...good, baseURL: undefined, cookies, errorURL: "/sign-in" });
    expect(await sentencesOf(() => auth.ready())).toEqual([urlIsMissing]);
  });

  test("a server on node:http answers 500, and the log names what is missing", async () => {
    const log: LogEntry[] = [];
    const auth = createAuth({ ...good, secret: undefined, log: (entry) => log.push(entry) });
    const server = createServer(nodeHandler(auth));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/ok`);
    server.close();
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { code: "INTERNAL_SERVER_ERROR", message: "Internal Server Error" },
    ]);
    expect(log.map(({ level, message }) => [level, message])).toEqual([
      ["error", `createAuth cannot use its config:\n  - ${secretIsMissing}`],
    ]);
  });
});

test("with a complete config, ready() resolves", async () => {
  await expect(createAuth(good).ready()).resolves.toBe(undefined);
});
