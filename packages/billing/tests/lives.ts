import { createHash } from "node:crypto";
import type { BillingProvider } from "@keyhold/billing";
import type { TestBillingProvider } from "@keyhold/testing/billing-provider";

/* Random lives of a shop, determined by a seed. */

export const lifeProducts = {
  pro: { name: "Pro", price: 1200, interval: "month" },
  team: { name: "Team", price: 3000, interval: "month" },
  book: { name: "Book", price: 1500 },
} as const;

interface Life {
  readonly desk: Pick<
    TestBillingProvider<{ readonly products: typeof lifeProducts }>,
    "products" | "pay" | "setCard" | "clock"
  >;
  readonly provider: BillingProvider;
}

/** A number below `count` that the seed and the step determine. */
const pick = (seed: string, step: string, count: number): number =>
  createHash("sha256").update(`${seed} ${step}`).digest().readUInt32BE() % count;

/** A step of a shop. */
export async function happen({ desk, provider }: Life, seed: string, step: number): Promise<void> {
  const choose = <Item>(what: string, items: readonly Item[]): Item | undefined =>
    items[pick(seed, `${step} ${what}`, Math.max(1, items.length))];
  const ownerId = choose("owner", ["ada", "bob"]) ?? "ada";
  const subscription = choose("subscription", (await provider.subscriptions.list({ active: true })).items);
  const buy = async () => {
    const product = choose("product", Object.values(desk.products)) ?? "";
    const { url } = await provider.checkouts.create({ products: [product], externalCustomerId: ownerId });
    return desk.pay(url ?? "", { email: `${ownerId}@example.com` });
  };
  const actions: readonly (() => Promise<unknown>)[] = [
    buy,
    buy,
    async () => provider.customers.update(ownerId, { name: `Name ${step}` }).catch(() => null),
    async () => subscription && provider.subscriptions.cancel(subscription.id).catch(() => null),
    async () => subscription && provider.subscriptions.uncancel(subscription.id),
    async () => subscription && provider.subscriptions.change(subscription.id, { productId: desk.products.team }),
    async () => subscription && provider.subscriptions.revoke(subscription.id),
    async () => subscription && desk.setCard(subscription.customerId, step % 2 === 0 ? "declined" : "works"),
    async () => desk.clock.forward({ days: pick(seed, `${step} days`, 40) }),
  ];
  await (step === 0 ? buy : choose("action", actions))?.();
}
