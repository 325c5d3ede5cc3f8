import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { beforeAll, expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { type Fixture, open, password } from "./fixture.ts";

const ran: string[] = [];
const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
let fixture: Fixture;

beforeAll(async () => {
  fixture = open({ database });
  await (await planMigration(database, fixture.auth.schema)).apply();
});

/** The statements of a call, in order. */
async function statementsOf(call: () => Promise<{ readonly error: unknown }>): Promise<readonly string[]> {
  await fixture.auth.idle();
  // Swept before, so that no sweep runs while statements are counted.
  await fixture.auth.api.removeExpired();
  ran.length = 0;
  expect((await call()).error).toBe(null);
  return ran.map(shorten);
}

/** How often each statement was run. */
const counts = (statements: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...new Set(statements)].map((one) => [one, statements.filter((other) => other === one).length]));

test("a signed-in check costs the one statement that it costs without the plugin", async () => {
  const { client } = await fixture.enrol("ada");
  expect(await statementsOf(() => client.getSession())).toEqual(['select "session"']);
});

test("a sign-in of a user without a second factor costs no statement more", async () => {
  await fixture.signUp("bob@example.com", { username: "bob" });
  const { client } = fixture.visit();
  const statements = await statementsOf(() => client.signIn.email({ email: "bob@example.com", password }));
  expect(statements.filter((one) => /twoFactor|trustedDevice|backupCode|verification/.test(one))).toEqual([]);
});

test("its first step reads the factor and writes one row; the second step uses it up and claims the time step", async () => {
  const { email, secret } = await fixture.enrol("cid");
  const { client } = fixture.visit();
  const first = await statementsOf(() => client.signIn.email({ email, password }));
  expect(counts(first)).toMatchObject({ 'select "twoFactor"': 1, 'insert "verification"': 1 });
  expect(first).not.toContain('insert "session"');
  const second = await statementsOf(() => client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) }));
  expect(counts(second)).toMatchObject({
    'select "verification"': 1,
    'delete "verification"': 1,
    'update "twoFactor"': 1,
    'insert "session"': 1,
  });
  expect(first.length).toBeLessThanOrEqual(9);
  expect(second.length).toBeLessThanOrEqual(12);
});
