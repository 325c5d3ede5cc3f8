import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Terminal } from "../terminal/terminal.js";
import { type BillingProviderOptions, billingProvider } from "./billing-provider.js";

/** Runs the command in a folder of its own, until `stop`. Answers with the printed variables. */
async function start(given: Partial<BillingProviderOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "provider.json");
  const options = { port: "0", webhook: "http://127.0.0.1:9/webhook", file, apiVersion: "2026-04", ...given } as const;
  const printed: string[] = [];
  const notes: string[] = [];
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const plain = (_: unknown, text: string): string => text;
  const terminal: Terminal = {
    isInteractive: false,
    line: null,
    print: (line) => void printed.push(line),
    note: (line) => {
      notes.push(line);
      if (line.includes("Ctrl+C")) started.resolve();
    },
    paint: plain,
    paintNote: plain,
  };
  const code = billingProvider(terminal, options, stopped.promise);
  await Promise.race([started.promise, code]);
  const variables: Record<string, string> = Object.fromEntries(printed.map((line) => line.split(/=(.*)/s)));
  const stop = (): Promise<number> => {
    stopped.resolve();
    return code;
  };
  return { variables, notes, file, stop };
}

test("the command prints the URL, the token, the webhook secret and the products, and serves them", async () => {
  const { variables, notes, stop } = await start();
  const { BILLING_API_URL: url, BILLING_ACCESS_TOKEN: token } = variables;
  expect(Object.keys(variables)).toEqual([
    "BILLING_API_URL",
    "BILLING_ACCESS_TOKEN",
    "BILLING_WEBHOOK_SECRET",
    "BILLING_PRODUCT_PRO",
    "BILLING_PRODUCT_PRO_YEARLY",
    "BILLING_PRODUCT_BOOK",
  ]);
  const response = await fetch(`${url}/v1/products/${variables.BILLING_PRODUCT_PRO}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await response.json()).toMatchObject({ name: "Pro", recurring_interval: "month" });
  expect(notes.join()).not.toContain(token);
  expect(await stop()).toBe(0);
  await expect(fetch(url ?? "")).rejects.toThrow();
});

test("the data, with secrets that differ between folders, is kept in a file", async () => {
  const first = await start();
  await first.stop();
  const again = await start({ file: first.file });
  await again.stop();
  const other = await start();
  await other.stop();
  const { BILLING_ACCESS_TOKEN, BILLING_WEBHOOK_SECRET } = first.variables;
  expect(again.variables).toMatchObject({ BILLING_ACCESS_TOKEN, BILLING_WEBHOOK_SECRET });
  expect(other.variables.BILLING_ACCESS_TOKEN).not.toBe(BILLING_ACCESS_TOKEN);
  expect(JSON.parse(readFileSync(first.file, "utf8")).accessToken).toBe(BILLING_ACCESS_TOKEN);
});

test("a catalogue says what the shop sells", async () => {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const catalogue = join(folder, "catalogue.json");
  writeFileSync(catalogue, JSON.stringify({ products: { tea: { name: "Tea", price: 300 } } }));
  const { variables, stop } = await start({ catalogue });
  expect(variables.BILLING_PRODUCT_TEA).toBeDefined();
  await stop();
});

test.each([
  [{ port: "many" }, '"many" is not a port.'],
  [{ catalogue: "/nowhere/catalogue.json" }, "The catalogue /nowhere/catalogue.json was not read: ENOENT"],
])("a wrong option is an error with a remedy: %j", async (given, message) => {
  await expect(start(given)).rejects.toMatchObject({
    message: expect.stringContaining(message),
    remedy: expect.any(String),
  });
});
