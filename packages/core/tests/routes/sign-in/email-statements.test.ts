import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { beforeAll, describe, expect, test } from "vitest";
import { alice } from "../../../../../tests/harness/app.ts";
import { noting, shorten } from "../../../../../tests/harness/noted-statements.ts";
import { type MailApp, openMailApp, prove, signUp } from "../../emails.js";

/** An app that requires a verified address does not tell by the time of an answer whether an address has an account. */

const ran: string[] = [];
const verified = "verified@example.com";
const unverified = "unverified@example.com";
const free = "free@example.com";
const chosen = "the password of the attacker";
let app: MailApp;

beforeAll(async () => {
  const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
  app = openMailApp({ database, emailAndPassword: { requireEmailVerification: true } });
  await (await planMigration(database, app.auth.schema)).apply();
  for (const email of [verified, unverified]) await signUp(app, { ...alice, email });
  await prove(app, verified);
  for (const email of [free, verified, unverified]) await signUp(app, { ...alice, email, password: chosen });
});

/** The statements before the answer: the work after the answer follows the transaction of a sign-in. */
async function statementsOf(email: string, password: string, status: number): Promise<number> {
  await app.auth.idle();
  // Swept before, so that no sweep runs while statements are counted.
  await app.auth.api.removeExpired();
  ran.length = 0;
  expect((await app.browser().post("/sign-in/email", { email, password })).status).toBe(status);
  const statements = ran.map(shorten);
  const end = statements.indexOf("commit");
  return end < 0 ? statements.length : end;
}

describe("a sign-in costs as many statements for a free address as for a taken one", () => {
  test.each([verified, unverified])("with a wrong password: %s", async (email) => {
    const expected = await statementsOf("nobody@example.com", "a wrong password", 401);
    expect(await statementsOf(email, "a wrong password", 401)).toBe(expected);
  });

  test.each([verified, unverified])("with the password of the caller's own sign-up: %s", async (email) => {
    const expected = await statementsOf(free, chosen, 403);
    expect(await statementsOf(email, chosen, 403)).toBe(expected);
  });
});
