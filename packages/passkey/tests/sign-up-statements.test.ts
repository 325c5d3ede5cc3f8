import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";

/** An auth over SQLite that conceals taken addresses, and its statements. */
async function openNoting() {
  const ran: string[] = [];
  const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
  const fixture = createTestAuth({
    plugins: [passkey({ signUp: true }), username()],
    clientPlugins: [passkeyClient(), usernameClient()],
    config: {
      database,
      emailAndPassword: { enabled: true, requireEmailVerification: true },
      // The email to a new user costs statements after the answer.
      emailVerification: { sendOnSignUp: false },
    },
  });
  await (await planMigration(database, fixture.auth.schema)).apply();

  /** The statements of a sign-up with this address, in order. */
  async function statementsOf(email: string, columns: { readonly username?: string } = {}): Promise<readonly string[]> {
    const { client } = fixture.visit();
    const { data } = await client.passkey.signUpOptions({ name: "Ann", email });
    if (!data) throw new Error("No options.");
    const response = createAuthenticator().register(data);
    await fixture.auth.idle();
    await fixture.auth.api.removeExpired();
    ran.length = 0;
    expect((await client.passkey.signUp({ response, ...columns })).data).toMatchObject({ token: null });
    await fixture.auth.idle();
    return ran.map(shorten);
  }
  return { ...fixture, statementsOf };
}

const writes = (statements: readonly string[]): number => statements.filter((one) => one.startsWith("insert")).length;
/** How often the database must write to disk: for each insert outside of a transaction, and for each commit of an insert. */
function diskWrites(statements: readonly string[]): number {
  let inTransaction = false;
  let hasWritten = false;
  let count = 0;
  for (const one of statements) {
    if (one.startsWith("begin")) [inTransaction, hasWritten] = [true, false];
    else if (one === "rollback") inTransaction = false;
    else if (one === "commit") {
      if (hasWritten) count += 1;
      inTransaction = false;
    } else if (one.startsWith("insert")) {
      if (inTransaction) hasWritten = true;
      else count += 1;
    }
  }
  return count;
}
/** After the answer the owner of a taken address is looked up once more, for an email. */
const ofNotice = 1;

test.each([
  ["verified", { emailVerified: true, statementsOfDuplicate: 0 }],
  // After the answer, too: that neither sign-up is known to be the owner's is recorded in a transaction.
  ["unverified", { emailVerified: false, statementsOfDuplicate: 5 }],
])("a sign-up costs as many statements with a free address as with a taken, %s one", async (_, owner) => {
  const { emailVerified, statementsOfDuplicate } = owner;
  const { auth, statementsOf } = await openNoting();
  await auth.api.createUser({ email: "owner@example.com", name: "Owner", emailVerified });
  const free = await statementsOf("free@example.com");
  const taken = await statementsOf("owner@example.com");
  expect(taken.length - ofNotice - statementsOfDuplicate, taken.join("\n")).toBe(free.length);
  // The record of the duplicate is a write after the answer.
  expect(diskWrites(taken) - Number(!emailVerified), taken.join("\n")).toBe(diskWrites(free));
});

test("the same with a username, whose value a taken address keeps in a row", async () => {
  const { auth, statementsOf } = await openNoting();
  await auth.api.createUser({ email: "owner@example.com", name: "Owner", emailVerified: true });
  const free = await statementsOf("free@example.com", { username: "first" });
  const taken = await statementsOf("owner@example.com", { username: "second" });
  expect(taken.length - ofNotice, taken.join("\n")).toBe(free.length);
  expect(diskWrites(taken), taken.join("\n")).toBe(diskWrites(free));
  // Beside the row of the passkey: the username's in place of the user's.
  expect(writes(free) - writes(taken)).toBe(1);
});

test("the row of the equalized work has expired at once", async () => {
  const { auth, clock, statementsOf } = await openNoting();
  await statementsOf("free@example.com", { username: "first" });
  clock.forward({ seconds: 1 });
  expect(await auth.api.removeExpired()).toEqual({ removed: 1 });
});
