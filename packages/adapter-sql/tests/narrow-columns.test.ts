import { createAuth } from "@keyhold/core";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { afterEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { referenceTables } from "../../../tests/harness/reference-tables.js";
import { runSql } from "../../../tests/harness/run-sql.js";
import { planMigration, type SqlDatabase } from "../src/index.js";
import { mysql } from "../src/mysql.js";
import { postgres } from "../src/postgres.js";
import { sqlite } from "../src/sqlite.js";

const services = inject("services");
const openers = { sqlite, postgres, mysql } as const;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The lengths of columns of an app's existing tables. */
type Lengths = Readonly<Record<string, number>>;

/** A type with a length; SQLite has no such type, so an app states the length as a check. */
const narrowed = (type: FreshDatabase["type"], name: string, most: number): string => {
  const quoted = type === "mysql" ? `\`${name}\`` : `"${name}"`;
  return type === "sqlite" ? `${quoted} text check (length(${quoted}) <= ${most})` : `${quoted} varchar(${most})`;
};

async function open(type: FreshDatabase["type"], lengths: Lengths) {
  const fresh = await freshDatabase(type, services);
  const tables = referenceTables(type).map((statement) =>
    Object.entries(lengths).reduce(
      (changed, [name, most]) => changed.replace(new RegExp(`["\`]${name}["\`] text`), narrowed(type, name, most)),
      statement,
    ),
  );
  await runSql(fresh, tables);
  const database: SqlDatabase = openers[type](fresh.place);
  cleanups.push(fresh.drop, database.close);
  const lines: string[] = [];
  const auth = createAuth({
    secret: "only for narrow-columns.test.ts: 4f9b7c21d8",
    baseURL: "http://localhost:3000",
    database,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    log: ({ message, cause }) => void lines.push(`${message} ${String(cause)}`),
  });
  const plan = await planMigration(database, auth.schema);
  await plan.apply();
  return { auth, database, plan, lines, db: database.connect(auth.schema) };
}

type Opened = Awaited<ReturnType<typeof open>>;

const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
const longAgent = `Mozilla/5.0 ${"🙂 browser ".repeat(30)}`;

const post = ({ auth }: Opened, path: string, body: object): Promise<Response> =>
  auth.handler(
    new Request(`http://localhost:3000/api/auth${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: "http://localhost:3000",
        "user-agent": encodeURI(longAgent),
      },
      body: JSON.stringify(body),
    }),
    { ipAddress: "2001:db8:1234:5678:9abc:def0:1234:5678" },
  );

const sessionsOf = ({ db }: Opened) => db.list(sessionModel, {}, { orderBy: "createdAt", limit: 50 });

describe.each(databaseTypes(services))("tables of an app with narrow columns on %s", (type) => {
  it("keep the beginning of a longer user agent, and no address that has no room", async () => {
    const opened = await open(type, { userAgent: 64, ipAddress: 15 });
    expect((await post(opened, "/sign-up/email", person)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(opened, "/sign-in/email", person)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const sessions = await sessionsOf(opened);
    expect(sessions).toHaveLength(5);
    for (const { ipAddress, userAgent } of sessions)
      expect([ipAddress, userAgent]).toEqual([null, encodeURI(longAgent).slice(0, 64)]);
  });

  it("keep it in a transaction of the app, which runs again", async () => {
    const opened = await open(type, { userAgent: 64 });
    const headers = new Headers({ "user-agent": "x".repeat(300) });
    await opened.auth.transaction(async ({ api }) => void (await api.signUp.email(person, { headers })));
    expect((await sessionsOf(opened)).map(({ userAgent }) => userAgent)).toEqual(["x".repeat(64)]);
  });

  it("keep whole characters of a text at its limit, and texts that fit", async () => {
    const { db } = await open(type, { userAgent: 3 });
    const now = new Date("2026-01-02T03:04:05.000Z");
    const dates = { createdAt: now, updatedAt: now };
    await db.insert(userModel, { id: "u", name: "Ada", email: person.email, ...dates });
    const insert = (id: string, userAgent: string) =>
      db.insert(sessionModel, { id, token: id, userId: "u", expiresAt: now, userAgent, ...dates });
    expect(await insert("1", "🙂🙂🙂🙂")).toMatchObject({ userAgent: "🙂🙂🙂" });
    expect(await insert("2", "🙂é")).toMatchObject({ userAgent: "🙂é" });
    expect(await db.update(sessionModel, "2", { userAgent: "abcdef" })).toMatchObject({ userAgent: "abc" });
    expect(await db.find(sessionModel, { token: "1" })).toMatchObject({ userAgent: "🙂🙂🙂" });
  });

  it("keep it of sixteen callers at once, who learn the length together", async () => {
    const { db } = await open(type, { userAgent: 3 });
    const now = new Date("2026-01-02T03:04:05.000Z");
    const dates = { createdAt: now, updatedAt: now };
    await db.insert(userModel, { id: "u", name: "Ada", email: person.email, ...dates });
    const insert = (token: string) => {
      const row = { token, userId: "u", expiresAt: now, userAgent: "abcdef", ...dates };
      return Number(token) % 2 ? db.insert(sessionModel, row) : db.transaction((tx) => tx.insert(sessionModel, row));
    };
    const rows = await Promise.all(Array.from({ length: 16 }, (_, number) => insert(String(number))));
    expect(rows).toEqual(Array.from(rows, () => expect.objectContaining({ userAgent: "abc" })));
  });

  it("refuse a name of the caller with 400 and the field, and a line in the log names table and column", async () => {
    const opened = await open(type, { name: 20 });
    const answer = await post(opened, "/sign-up/email", { ...person, name: "Ada ".repeat(20) });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { code: "VALIDATION_ERROR", issues: [{ path: "name" }] },
    ]);
    expect(opened.lines.join()).toMatch(/user\.name/);
    expect((await post(opened, "/sign-up/email", person)).status).toBe(200);
  });

  it("refuse a value that the app has no room for by an error that names table and column", async () => {
    const opened = await open(type, { password: 20 });
    expect((await post(opened, "/sign-up/email", person)).status).toBe(500);
    expect(opened.lines.join()).toMatch(/account\.password/);
    expect(await opened.db.count(userModel, {})).toBe(0);
  });

  // The catalogue of SQLite has no lengths.
  if (type === "sqlite") return;
  it("are in the plan, with what becomes of longer values", async () => {
    const { plan } = await open(type, { userAgent: 64, ipAddress: 15, password: 60, accessToken: 255, name: 255 });
    const warnings = plan.warnings.filter((line) => line.includes("characters will be written"));
    expect(warnings.map((line) => line.replace(/character varying/g, "varchar")).toSorted()).toEqual([
      '"account.accessToken" has the type varchar(255), but texts of up to 8192 characters will be written: writes of longer ones will fail',
      '"account.password" has the type varchar(60), but texts of up to 1024 characters will be written: writes of longer ones will fail',
      '"session.ipAddress" has the type varchar(15), but texts of up to 45 characters will be written: null is stored in place of longer ones',
      '"session.userAgent" has the type varchar(64), but texts of up to 512 characters will be written: longer ones are cut',
    ]);
    expect(plan.describe()).toContain("session.userAgent");
  });
});
