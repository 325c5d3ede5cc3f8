import { answerCalls } from "../calls.ts";
import { type BillingContenderName, openBillingContender } from "../contenders/billing/contender.ts";
import { assertAnswer, deliveries } from "../contenders/billing/delivery.ts";

const [name] = process.argv.slice(2) as [BillingContenderName];
const job = await openBillingContender(name);

const methods = {
  /** Microseconds per delivery, by the CPU time of all threads and by the clock. */
  async time(count: number): Promise<{ readonly cpuMicros: number; readonly wallMicros: number }> {
    const calls = deliveries(64).map(job);
    assertAnswer(name, await calls[0]?.());
    const before = process.cpuUsage();
    const startedAt = performance.now();
    for (let done = 0; done < count; done += 1) {
      const answer = calls[done % calls.length]?.();
      if (answer instanceof Promise) await answer;
    }
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(before);
    return { cpuMicros: (user + system) / count, wallMicros: (wallMs * 1000) / count };
  },
};
export type BillingMethods = typeof methods;

answerCalls(methods);
