import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { beforeAll, expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { type Fixture, open, password } from "./fixture.ts";

const ran: string[] = [];
const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
let fixture: Fixture;
let made = 0;

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

test("its first step reads the factor and whether a backup code is left, and writes one row; the second step uses it up and claims the time step", async () => {
  const { email, secret } = await fixture.enrol("cid");
  const { client } = fixture.visit();
  const first = await statementsOf(() => client.signIn.email({ email, password }));
  expect(counts(first)).toMatchObject({
    'select "twoFactor"': 1,
    'select "backupCode"': 1,
    'insert "verification"': 1,
  });
  expect(first).not.toContain('insert "session"');
  const second = await statementsOf(() => client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) }));
  expect(counts(second)).toMatchObject({
    'select "verification"': 1,
    'delete "verification"': 1,
    'update "twoFactor"': 1,
    'insert "session"': 1,
  });
});

/** The statements of a sign-in with a password in a new browser, its transaction included. */
async function plainSignIn(): Promise<number> {
  made += 1;
  const email = `plain${made}@example.com`;
  await fixture.signUp(email, { username: `plain${made}` });
  const { client } = fixture.visit();
  return (await statementsOf(() => client.signIn.email({ email, password }))).length;
}

test("each step with an app costs at most three statements more than a sign-in with a password alone, a backup code six", async () => {
  const plain = await plainSignIn();
  const { email, secret, backupCodes, user } = await fixture.enrol("eve");
  // With a backup code the sender of the notification asks for a held address.
  await fixture.verify(user.id);
  const [code = ""] = backupCodes;
  const stepOf = async (work: (client: Fixture["client"]) => ReturnType<typeof statementsOf>) =>
    (await work((await fixture.begin(email)).client)).length - plain;

  const app = await stepOf((client) =>
    statementsOf(() => client.twoFactor.verifyTotp({ code: fixture.codeAt(secret), trustDevice: false })),
  );
  const backup = await stepOf((client) => statementsOf(() => client.twoFactor.verifyBackupCode({ code })));
  const { client } = fixture.visit();
  const first = (await statementsOf(() => client.signIn.email({ email, password }))).length - plain;
  expect({ plain, first, app, backup }).toEqual({ plain: 8, first: 2, app: 3, backup: 6 });
});

test("a sign-in in a trusted browser costs two statements more than one without a second factor", async () => {
  const plain = await plainSignIn();
  const { email, secret } = await fixture.enrol("fay");
  const { client } = await fixture.begin(email);
  await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret), trustDevice: true });
  await client.signOut();
  const trusted = await statementsOf(() => client.signIn.email({ email, password }));
  expect(trusted).toContain('insert "session"');
  expect(trusted.length - plain).toBe(2);
});

test("ten backup codes are one statement, at the enrolment and when they are renewed", async () => {
  const { client: beginner } = await fixture.signUp("gil@example.com", { username: "gil" });
  const begun = await statementsOf(() => beginner.twoFactor.enable({ password }));
  expect(counts(begun)).toMatchObject({ 'insert "backupCode"': 1 });
  const { client } = await fixture.enrol("hal");
  const renewed = await statementsOf(() => client.twoFactor.generateBackupCodes({ password }));
  expect(counts(renewed)).toMatchObject({ 'delete "backupCode"': 1, 'insert "backupCode"': 1 });
});
