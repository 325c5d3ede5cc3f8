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

test("checks at the same time share a statement, and each gets the verdict of its own key", async () => {
  const { user, browser } = await fixture.signUp("eve@example.com");
  const organizationId = await fixture.found(browser, "initech");
  const { api } = fixture.auth;
  const right = await Promise.all([1, 2, 3].map(() => api.createApiKey({ userId: user.id })));
  const shared = await api.createApiKey({ organizationId });
  const disabled = await api.createApiKey({ userId: user.id });
  await api.apiKey.update({ keyId: disabled.id, enabled: false }, { headers: browser.headers() });
  const wrong = makePastedSecret("key", readPastedSecret(right[0]?.key ?? "")?.id).text;
  const asked = [...right, ...right, shared, disabled].map(({ key }) => key).concat(wrong);
  for (const key of asked) await fixture.verify(key);
  let verdicts: readonly (string | null)[] = [];
  const ran = await statementsOf(async () => {
    const answers = await Promise.all(asked.map((key) => fixture.verify(key)));
    verdicts = answers.map(({ key, error }) => key?.id ?? error?.code ?? null);
  });
  const ids = right.map(({ id }) => id);
  expect(verdicts).toEqual([...ids, ...ids, shared.id, "KEY_DISABLED", "INVALID_API_KEY"]);
  // A statement for the keys of users, and one for those of organizations.
  expect(ran).toEqual(['select "apikey"', 'select "apikey"']);
});

test("a key with limited uses costs one more statement", async () => {
  const { user } = await fixture.signUp("bob@example.com");
  const { key } = await fixture.auth.api.createApiKey({ userId: user.id, remaining: 100 });
  await fixture.verify(key);
  expect(await statementsOf(() => fixture.verify(key))).toEqual(['select "apikey"', 'update "apikey"']);
});
