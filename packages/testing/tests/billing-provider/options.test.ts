import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BillingProviderOptions, startBillingProvider } from "@keyhold/testing/billing-provider";
import { expect, onTestFinished, test } from "vitest";

/* A wrong option is an error with its name at the start, also if the option comes from a file. */

const product = { name: "Pro", price: 1200 };
const cases: readonly (readonly [unknown, string])[] = [
  [{ webhookUrl: "localhost:3000/webhook" }, 'not an absolute http or https URL: "localhost:3000/webhook"'],
  [{ products: [product] }, "`products` is not an object of declarations by key."],
  [{ products: { pro: null } }, '`name` of "pro" in `products` is not a text.'],
  [{ products: { pro: { name: "Pro" } } }, '`price` of "pro" in `products` is not an amount'],
  [{ products: { pro: { ...product, price: "12" } } }, '`price` of "pro" in `products` is not an amount'],
  [{ products: { pro: { ...product, price: [] } } }, '`price` of "pro" in `products` is not an amount'],
  [
    { products: { pro: { ...product, price: [{ meter: "calls" }] } } },
    '`price` of "pro" in `products` is not an amount',
  ],
  [{ products: { pro: { ...product, interval: "monthly" } } }, '`interval` of "pro" in `products` is not one of day'],
  [{ products: { pro: { ...product, trial: { interval: "day" } } } }, '`trial` of "pro" in `products` has no interval'],
  [{ products: { pro: { ...product, currency: "EUR" } } }, '`currency` of "pro" in `products` is not a code of three'],
  [{ products: { pro: { ...product, benefits: ["x"] } } }, 'No "x" is declared in `benefits`.'],
  [{ benefits: { calls: { type: "meter_credit" } } }, '`description` of "calls" in `benefits` is not a text.'],
  [{ meters: { calls: {} } }, '`name` of "calls" in `meters` is not a text.'],
];

test.each(cases)("%j does not start", async (options, message) => {
  await expect(startBillingProvider(options as BillingProviderOptions)).rejects.toThrow(message);
});

test("a file that cannot be written is an error at the start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await expect(startBillingProvider({ file: join(folder, "missing/data.json") })).rejects.toThrow("ENOENT");
  const file = join(folder, "data.json");
  const provider = await startBillingProvider({ file });
  expect(existsSync(file)).toBe(true);
  await provider.stop();
});
