import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { beforeAll, expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { type Fixture, open } from "./fixture.ts";

const ran: string[] = [];
const tables = new DatabaseSync(":memory:");
const database = sqlite(noting(tables, ran));
let fixture: Fixture;

beforeAll(async () => {
  fixture = open({ database });
  await (await planMigration(database, fixture.auth.schema)).apply();
});

/** The statements of a call, in order. */
async function statementsOf(call: () => Promise<Response>): Promise<readonly string[]> {
  await fixture.auth.idle();
  // Swept before, so that no sweep runs while statements are counted.
  await fixture.auth.api.removeExpired();
  ran.length = 0;
  expect((await call()).status).toBeLessThan(400);
  return ran.map(shorten);
}

test("a sign-in by a code costs at most two statements more than a sign-in by a password", async () => {
  const email = "ada@example.com";
  const { password } = await fixture.verified(email);
  const byPassword = await statementsOf(() => fixture.visit().browser.post("/sign-in/email", { email, password }));
  const visit = fixture.visit();
  const otp = await fixture.ask(visit);
  const byCode = await statementsOf(() => visit.browser.post("/sign-in/email-otp", { email, otp }));
  expect(byCode.length, `${byCode.join("\n")}\n\n${byPassword.join("\n")}`).toBeLessThanOrEqual(byPassword.length + 2);
});

test("a request for a code costs equally many statements for every address", async () => {
  await fixture.signUp("bob@example.com");
  const visits = new Map(["bob@example.com", "nobody@example.com"].map((email) => [email, fixture.visit()]));
  for (const type of ["sign-in", "forget-password", "email-verification", "change-email"]) {
    const ask = (email: string) =>
      statementsOf(async () => {
        const { browser } = visits.get(email) ?? expect.fail();
        return browser.post("/email-otp/send-verification-otp", { email, type });
      });
    const [known, unknown] = [await ask("bob@example.com"), await ask("nobody@example.com")];
    // What is sent is decided after the answer, behind the inserts.
    const beforeAnswer = (statements: readonly string[]) =>
      statements.slice(0, statements.findLastIndex((one) => one.startsWith("insert")) + 1);
    expect(beforeAnswer(known).length).toBeGreaterThan(2);
    expect(beforeAnswer(unknown)).toEqual(beforeAnswer(known));
  }
});

test("a code is not in the database", async () => {
  const otp = await fixture.ask(fixture.visit(), "sign-in", "carol@example.com");
  const rows = JSON.stringify(tables.prepare('select * from "verification"').all());
  expect(rows).toContain("carol@example.com");
  expect(rows).not.toContain(otp);
});
