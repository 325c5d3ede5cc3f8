import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { userModel } from "@keyhold/core/plugin";
import { beforeAll, expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { asBrowser, type Fixture, open } from "./fixture.ts";

const ran: string[] = [];
const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
let fixture: Fixture;

beforeAll(async () => {
  fixture = open({ database, options: { withCode: true } });
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

test("a sign-in by a link or by its code costs at most two statements more than by a password", async () => {
  const email = "ada@example.com";
  const { user, password } = await fixture.signUp(email);
  await fixture.db.update(userModel, user.id, { emailVerified: true });
  const byPassword = await statementsOf(() => fixture.visit().browser.post("/sign-in/email", { email, password }));
  const visit = fixture.visit();
  const link = await fixture.ask(visit, email);
  const byLink = await statementsOf(() => visit.browser.fetch(link, asBrowser));
  expect(byLink.length, `${byLink.join("\n")}\n\n${byPassword.join("\n")}`).toBeLessThanOrEqual(byPassword.length + 2);
  const other = fixture.visit();
  await other.browser.post("/sign-in/magic-link", { email });
  const { code } = await fixture.mailbox.waitFor(email, { kind: "magic-link.sign-in" });
  const byCode = await statementsOf(() => other.browser.post("/magic-link/verify-code", { code }));
  expect(byCode.length, byCode.join("\n")).toBeLessThanOrEqual(byPassword.length + 2);
});

test("a request for a link costs equally many statements for every address", async () => {
  await fixture.signUp("bob@example.com");
  const ask = (email: string) => statementsOf(() => fixture.visit().browser.post("/sign-in/magic-link", { email }));
  const [known, unknown] = [await ask("bob@example.com"), await ask("nobody@example.com")];
  // What is sent is decided after the answer, behind the inserts.
  const beforeAnswer = (statements: readonly string[]) =>
    statements.slice(0, statements.findLastIndex((one) => one.startsWith("insert")) + 1);
  expect(beforeAnswer(known).length).toBeGreaterThan(2);
  expect(beforeAnswer(unknown)).toEqual(beforeAnswer(known));
});
