import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { beforeAll, expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { type Fixture, open, type Person } from "./fixture.ts";

const ran: string[] = [];
const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
let fixture: Fixture;
let admin: Person;
let ann: Person;

beforeAll(async () => {
  fixture = open({ config: { database } });
  await (await planMigration(database, fixture.auth.schema)).apply();
  admin = await fixture.join("admin", "admin");
  ann = await fixture.join("ann");
});

/** The statements of a call, in order. */
async function statementsOf(call: () => Promise<{ readonly error: unknown }>): Promise<readonly string[]> {
  await fixture.auth.idle();
  ran.length = 0;
  expect((await call()).error).toBe(null);
  return ran.map(shorten);
}

/** The caller's session, then both users locked, and the session again, which may have ended meanwhile. */
const begin = ['select "session"', "begin immediate", 'select "user"', 'select "user"', 'select "session"'];

test("a call without the permission costs only the statement of the session", async () => {
  await fixture.auth.idle();
  ran.length = 0;
  expect((await ann.client.admin.banUser({ userId: admin.user.id })).error?.status).toBe(403);
  expect(ran.map(shorten)).toEqual(['select "session"']);
});

test("set-role locks both users, writes one row, and searches for forbidden impersonations", async () => {
  const { client } = admin;
  const userId = ann.user.id;
  expect(await statementsOf(() => client.admin.setRole({ userId, role: "support" }))).toEqual([
    ...begin,
    'update "user"',
    'select "session"',
    "commit",
  ]);
  expect(await statementsOf(() => client.admin.setRole({ userId, role: "user" }))).toEqual([
    ...begin,
    'update "user"',
    'select "session"',
    "commit",
  ]);
});

test("a ban writes one row, and ends sessions by two statements per five hundred", async () => {
  const userId = ann.user.id;
  expect(await statementsOf(() => admin.client.admin.banUser({ userId }))).toEqual([
    ...begin,
    'update "user"',
    'select "session"',
    'delete "session"',
    'select "session"',
    "commit",
  ]);
  expect(await statementsOf(() => admin.client.admin.unbanUser({ userId }))).toEqual([
    ...begin,
    'update "user"',
    "commit",
  ]);
});

test("an impersonation writes one row, and its end removes it", async () => {
  const { client } = admin;
  expect(await statementsOf(() => client.admin.impersonateUser({ userId: ann.user.id }))).toEqual([
    ...begin,
    'insert "session"',
    "commit",
  ]);
  expect(await statementsOf(() => client.admin.stopImpersonating())).toEqual([
    'select "session"',
    "begin immediate",
    'select "user"',
    'select "session"',
    'delete "session"',
    "commit",
    'select "session"',
  ]);
});

test("reading routes read the session and the shown rows", async () => {
  const { client } = admin;
  expect(await statementsOf(() => client.admin.getUser({ id: ann.user.id }))).toEqual([
    'select "session"',
    'select "user"',
  ]);
  expect(await statementsOf(() => client.admin.listUserSessions({ userId: ann.user.id }))).toEqual([
    'select "session"',
    'select "user"',
    'select "session"',
  ]);
  expect(await statementsOf(() => client.admin.hasPermission({ permissions: { user: ["ban"] } }))).toEqual([
    'select "session"',
  ]);
});
