import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, onTestFinished, test } from "vitest";
import { type App, createApp, secret, sqliteAuth } from "./app.ts";

/** `keyhold billing` beside a payments provider. */

const webhook = 'webhook: { secret: "of the provider, for this test", handlers: billingHandlers() }';

async function openApp() {
  const provider = await startBillingProvider({ products: { pro: { name: "Pro", price: 1200, interval: "month" } } });
  onTestFinished(() => provider.stop());
  const polar = `polar({ accessToken: "${provider.accessToken}", baseURL: "${provider.origin}" })`;
  const imports =
    'import { billing, billingHandlers } from "@keyhold/billing";\nimport { polar } from "@keyhold/billing/polar";';
  const app = createApp({ "auth.ts": sqliteAuth(`plugins: [billing({ ${webhook}, provider: ${polar} })],`, imports) });
  const keyhold = (...words: readonly string[]) => app.keyhold(words, { env: { AUTH_SECRET: secret } });
  expect((await keyhold("migrate", "--yes")).code).toBe(0);
  insertUser(app, "user-1");
  return { app, provider, keyhold };
}

async function buy({ origin, accessToken, products, pay }: Awaited<ReturnType<typeof startBillingProvider>>) {
  const answer = await fetch(`${origin}/v1/checkouts/`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ products: [Object.values(products)[0]], external_customer_id: "user-1" }),
  });
  const { url } = (await answer.json()) as { readonly url: string };
  await pay(url, { email: "ada@example.com" });
}

/** A customer of nobody has no rows. */
function insertUser({ folder }: App, id: string): void {
  const database = new DatabaseSync(join(folder, "app.db"));
  const columns = 'id, name, email, "emailVerified", "createdAt", "updatedAt"';
  const now = new Date().toISOString();
  database.prepare(`insert into "user" (${columns}) values (?, 'Ada', 'ada@example.com', 1, ?, ?)`).run(id, now, now);
  database.close();
}

const ordersOf = ({ folder }: App): unknown => {
  const database = new DatabaseSync(join(folder, "app.db"));
  const row = database.prepare('select count(*) as orders from "billingOrder"').get();
  database.close();
  return row?.orders;
};

test("sync writes what the provider has, and once more writes no row", async () => {
  const { app, provider, keyhold } = await openApp();
  await buy(provider);
  const first = await keyhold("billing", "sync");
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Read \d+ entities, wrote [1-9]\d* rows\.\n$/),
  });
  expect(ordersOf(app)).toBe(1);
  expect((await keyhold("billing", "sync")).stdout).toContain("wrote 0 rows.");
});

test("sync of one owner says whether the provider has a customer of the owner", async () => {
  const { app, provider, keyhold } = await openApp();
  await buy(provider);
  expect(await keyhold("billing", "sync", "--user", "user-2")).toMatchObject({
    code: 1,
    stdout: "The payments provider has no customer of this owner.\n",
  });
  expect((await keyhold("billing", "sync", "--user", "user-1")).code).toBe(0);
  expect(ordersOf(app)).toBe(1);
  expect((await keyhold("billing", "sync", "--user", "a", "--organization", "b")).code).toBe(2);
});

test("replay asks for the events that the app refused", async () => {
  const { provider, keyhold } = await openApp();
  // Nobody listens at this port.
  provider.sendWebhooksTo("http://127.0.0.1:9/webhook");
  await buy(provider);
  expect((await keyhold("billing", "replay")).stdout).toMatch(
    /^Asked for [1-9]\d* events\. The app has accepted 0 others/,
  );
});

test("an unavailable provider, and an app without a provider, are errors with a remedy", async () => {
  const { provider, keyhold } = await openApp();
  provider.fail({ status: 401 });
  const failed = await keyhold("billing", "sync");
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("unauthorized") });
  expect(failed.stderr).not.toContain(provider.accessToken);

  const imports = 'import { billing, billingHandlers } from "@keyhold/billing";';
  const app = createApp({ "auth.ts": sqliteAuth(`plugins: [billing({ ${webhook} })],`, imports) });
  const without = await app.keyhold(["billing", "sync"], { env: { AUTH_SECRET: secret } });
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("has no `provider`") });
});
