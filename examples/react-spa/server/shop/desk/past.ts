import { polar } from "@keyhold/billing/polar";
import { createClock } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { catalogue, goods } from "./catalogue.ts";
import { homes, offices, type Person } from "./people.ts";
import { pick, randomFrom } from "./random.ts";
import { cupsOf, refund, type Seller, sell } from "./sales.ts";

const day = 86_400_000;
const pastDays = 90;
const usageDays = 30;

interface PastOptions {
  readonly file: string;
  readonly accessToken: string;
  readonly webhookSecret: string;
}

interface Step {
  readonly at: Date;
  readonly run: () => Promise<unknown>;
}

/**
 * Writes three months of sales into the file of a provider with a clock that begins in the past: customers buy, subscriptions
 * renew, orders are refunded. No webhook is sent yet.
 */
export async function writePast(options: PastOptions, now: Date): Promise<void> {
  const clock = createClock(new Date(now.getTime() - pastDays * day));
  const desk = await startBillingProvider({ ...catalogue, ...options, clock });
  const provider = polar({ accessToken: desk.accessToken, baseURL: desk.origin, requestsPerMinute: 100_000 });
  for (const { at, run } of stepsOf({ desk, provider }, now)) {
    await desk.clock.forward({ milliseconds: Math.max(0, at.getTime() - desk.clock.now().getTime()) });
    await run();
  }
  await desk.clock.forward({ milliseconds: now.getTime() - desk.clock.now().getTime() });
  await desk.stop();
}

function stepsOf(seller: Seller, now: Date): readonly Step[] {
  const random = randomFrom(20_260_504);
  const before = (days: number): Date => new Date(now.getTime() - days * day);
  const steps: Step[] = [];
  const at = (date: Date, run: Step["run"]): void => void steps.push({ at: date, run });
  const joined = (index: number): Date => before(pastDays - 2 - index * 5.4);
  const everybody = [...homes, ...offices];

  // The first three homes buy goods alone.
  for (const [index, person] of everybody.entries()) {
    const since = joined(index);
    if (offices.includes(person)) at(since, () => sell(seller, "office", person, { seats: 3 + (index % 4) * 2 }));
    else if (index === homes.length - 1) at(since, () => sell(seller, "clubYear", person));
    else if (index >= 3) at(since, () => sell(seller, "club", person));
  }
  at(before(3), () => change(seller, homes[6], (id) => seller.provider.subscriptions.cancel(id)));
  at(before(9), () => change(seller, homes[4], (id) => seller.provider.subscriptions.revoke(id)));

  for (let number = 0; number < 24; number += 1) {
    const date = before(59 * (1 - number / 24) ** 1.3 + random() / 4);
    const person = pick(
      everybody.filter((_, index) => joined(index) < date),
      random,
    );
    const product = person.country === "JP" ? "gyokuro" : pick(goods, random);
    at(date, async () => {
      const order = await sell(seller, product, person);
      // Two of the orders were refunded at once, by halves and as a whole.
      if (number === 6) await refund(seller, order, 1);
      if (number === 15) await refund(seller, order, 0.5);
    });
  }
  for (let days = usageDays - 1; days >= 0; days -= 1) {
    const date = before(days + 0.01);
    at(date, () => pour(seller, date));
  }
  return steps.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** The cups that the machines of the offices have counted on a day. */
async function pour({ provider }: Seller, date: Date): Promise<void> {
  const { items } = await provider.customers.list({ limit: 100 });
  const events = offices.flatMap(({ email }, machine) => {
    const customer = items.find((one) => one.email === email);
    if (!customer) return [];
    return [{ name: "cups", customerId: customer.id, timestamp: date, metadata: { units: cupsOf(date, machine) } }];
  });
  if (events.length > 0) await provider.usage.ingest(events);
}

async function change(
  { provider }: Seller,
  person: Person | undefined,
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  const { items } = await provider.subscriptions.list({ active: true, limit: 100 });
  const found = items.find(({ customer }) => customer?.email === person?.email);
  if (found) await work(found.id);
}
