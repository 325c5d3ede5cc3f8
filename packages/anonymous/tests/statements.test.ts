import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { anonymous } from "@keyhold/anonymous";
import type { AnyPlugin } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { email, password } from "./fixture.ts";

/** The statements of a sign-up and a sign-in of a browser without a session, in order. */
async function statementsWith(plugins: readonly AnyPlugin[]): Promise<readonly string[]> {
  const ran: string[] = [];
  const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
  const { auth, visit } = createTestAuth({ plugins, config: { database } });
  await (await planMigration(database, auth.schema)).apply();
  await auth.api.removeExpired();
  ran.length = 0;
  await visit().browser.post("/sign-up/email", { name: "Ada", email, password });
  await visit().browser.post("/sign-in/email", { email, password });
  await auth.idle();
  return ran.map(shorten);
}

test("users who are no guests cost no statement more", async () => {
  expect(await statementsWith([anonymous()])).toHaveLength((await statementsWith([])).length);
});
