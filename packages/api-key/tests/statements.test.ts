import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { makePastedSecret, readPastedSecret } from "@keyhold/core/principal";
import { beforeAll, expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { type Fixture, open } from "./fixture.ts";

const ran: string[] = [];
const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
let fixture: Fixture;

beforeAll(async () => {
  fixture = open({ database });
  await (await planMigration(database, fixture.auth.schema)).apply();
});

/** The statements of a call, in order. The writes behind an earlier answer are over. */
async function statementsOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  await fixture.auth.idle();
  ran.length = 0;
  await call();
  await fixture.auth.idle();
  return ran.map(shorten);
}

test("a check of a key is one statement, for a user, an organization, a wrong secret and an unknown id", async () => {
  const { user, browser } = await fixture.signUp("ada@example.com");
  const organizationId = await fixture.found(browser, "acme");
  const { api } = fixture.auth;
  const permissions = { files: ["read"] };
  const own = await api.createApiKey({ userId: user.id, permissions });
  const shared = await api.createApiKey({ organizationId, permissions });
  for (const { key } of [own, shared]) {
    // The first use is noted behind the answer.
    await fixture.verify(key);
    expect(await statementsOf(() => fixture.verify(key, { permissions }))).toEqual(['select "apikey"']);
    const headers = { "x-api-key": key };
    expect(await statementsOf(() => fixture.principal(headers))).toEqual(['select "apikey"']);
    const wrong = makePastedSecret("key", readPastedSecret(key)?.id).text;
    expect(await statementsOf(() => fixture.verify(wrong))).toEqual(['select "apikey"']);
  }
  for (const id of ["aaaaaaaaaa", "AAAAAAAAAA"])
    expect(await statementsOf(() => fixture.verify(makePastedSecret("key", id).text))).toEqual(['select "apikey"']);
  for (const garbage of ["", "garbage", `${own.key}x`])
    expect(await statementsOf(() => fixture.verify(garbage))).toEqual([]);
});

test("a key with limited uses costs one more statement", async () => {
  const { user } = await fixture.signUp("bob@example.com");
  const { key } = await fixture.auth.api.createApiKey({ userId: user.id, remaining: 100 });
  await fixture.verify(key);
  expect(await statementsOf(() => fixture.verify(key))).toEqual(['select "apikey"', 'update "apikey"']);
});
