import { existsSync, readFileSync } from "node:fs";
import type { Catalogue, TestBillingProvider } from "@keyhold/testing/billing-provider";
import { newSecret } from "../config/new-secret.js";
import { exitCodes, Failure, messagesOf } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

/** The options of `keyhold billing-provider`. */
export interface BillingProviderOptions {
  readonly port: string;
  readonly webhook: string;
  readonly file: string;
  readonly catalogue?: string;
  readonly apiVersion: "2025-05" | "2026-04";
}

/** What the shop sells without a catalogue. */
const sampleCatalogue: Catalogue = {
  meters: { calls: { name: "API calls" } },
  benefits: {
    support: { description: "Support by email" },
    calls: { type: "meter_credit", description: "100 API calls", meter: "calls", units: 100 },
  },
  products: {
    pro: { name: "Pro", price: 1200, interval: "month", benefits: ["support", "calls"] },
    "pro-yearly": { name: "Pro, a year", price: 12_000, interval: "year", benefits: ["support", "calls"] },
    book: { name: "The book", price: 1500 },
  },
};

/** Runs a payments provider for development, until `stopped` or Ctrl+C. */
export async function billingProvider(
  terminal: Terminal,
  options: BillingProviderOptions,
  stopped: Promise<unknown> = signalled(),
): Promise<number> {
  const { startBillingProvider } = await load();
  const catalogue = options.catalogue === undefined ? sampleCatalogue : readCatalogue(options.catalogue);
  const isNew = !existsSync(options.file);
  const provider = await startBillingProvider({
    ...catalogue,
    port: portOf(options.port),
    webhookUrl: options.webhook,
    file: options.file,
    apiVersion: options.apiVersion,
    clock: "machine",
    // In the file, once it exists.
    ...(isNew && { seed: newSecret() }),
  });
  show(terminal, provider, options);
  await stopped;
  await provider.stop();
  return exitCodes.done;
}

function show(terminal: Terminal, provider: TestBillingProvider, { webhook, file }: BillingProviderOptions): void {
  terminal.print(`BILLING_API_URL=${provider.origin}`);
  terminal.print(`BILLING_ACCESS_TOKEN=${provider.accessToken}`);
  terminal.print(`BILLING_WEBHOOK_SECRET=${provider.webhookSecret}`);
  for (const [key, id] of Object.entries<string>(provider.products)) {
    terminal.print(`BILLING_PRODUCT_${key.toUpperCase().replace(/\W/g, "_")}=${id}`);
  }
  terminal.note(`Customers, orders and deliveries: ${terminal.paintNote("cyan", provider.origin)}`);
  terminal.note(`Webhooks go to ${webhook}.`);
  terminal.note(`All data is in ${file}, with the token: keep the file out of git. Stop with Ctrl+C.`);
}

function portOf(given: string): number {
  const port = Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Failure(`"${given}" is not a port.`, "Give a number from 0 to 65535: --port 4400");
}

function readCatalogue(path: string): Catalogue {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Failure(
      `The catalogue ${path} was not read: ${messagesOf(error)}`,
      'Write JSON: { "products": { "pro": { "name": "Pro", "price": 1200, "interval": "month" } } }',
      { cause: error },
    );
  }
}

/** When the process is asked to stop. */
const signalled = (): Promise<unknown> =>
  new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });

/** The provider is in a package for tests, which an app does not need in production. */
async function load(): Promise<typeof import("@keyhold/testing/billing-provider")> {
  try {
    return await import("@keyhold/testing/billing-provider");
  } catch (error) {
    if (Reflect.get(Object(error), "code") !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(
      "`keyhold billing-provider` needs the package @keyhold/testing, which is not installed.",
      "npm install --save-dev @keyhold/testing",
      { cause: error },
    );
  }
}
