import { answerCalls } from "../calls.ts";
import { type BillingEntryName, billingEntries, openBillingContender } from "../contenders/billing/contender.ts";
import { assertAnswer, deliveries } from "../contenders/billing/delivery.ts";

const [name] = process.argv.slice(2) as [BillingEntryName];
const { entries, first } = billingEntries[name];

const methods = {
  /** Milliseconds of the import, and then of the first delivery, in this fresh process. */
  async start(): Promise<{ readonly importMs: number; readonly firstMs: number }> {
    const importedAt = performance.now();
    for (const entry of entries) await import(entry);
    const importMs = performance.now() - importedAt;
    if (first === null) return { importMs, firstMs: 0 };
    const call = deliveries(1).map(await openBillingContender(first))[0];
    const calledAt = performance.now();
    const answer = await call?.();
    const firstMs = performance.now() - calledAt;
    assertAnswer(name, answer);
    return { importMs, firstMs };
  },
};
export type BillingStartMethods = typeof methods;

answerCalls(methods);
