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
  const { password } = await fixture.member();
  const email = "ada@example.com";
  const byPassword = await statementsOf(() => fixture.visit().browser.post("/sign-in/email", { email, password }));
  const visit = fixture.visit();
  const code = await fixture.ask(visit);
  const byCode = await statementsOf(() => fixture.verify(visit, code));
  expect(byCode.length, `${byCode.join("\n")}\n\n${byPassword.join("\n")}`).toBeLessThanOrEqual(byPassword.length + 2);
});

test("a request for a code costs equally many statements for every number", async () => {
  await fixture.holder("+12133734255");
  for (const path of ["send-otp", "request-password-reset"]) {
    const ask = (phoneNumber: string) =>
      statementsOf(() => fixture.visit().browser.post(`/phone-number/${path}`, { phoneNumber }));
    const [known, unknown] = [await ask("+12133734255"), await ask("+12133734253")];
    expect(known.length).toBeGreaterThan(2);
    expect(unknown).toEqual(known);
  }
});

test("a code is neither in the database nor in the log or an event", async () => {
  const code = await fixture.ask(fixture.visit(), "+12133734254");
  const rows = JSON.stringify(tables.prepare('select * from "verification"').all());
  expect(rows).toContain("+12133734254");
  expect(`${rows}${JSON.stringify([fixture.logged, fixture.events])}`).not.toContain(code);
});
