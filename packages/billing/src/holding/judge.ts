import type { Catalogue } from "../catalogue/catalogue.js";
import type { EntitlementRule } from "../catalogue/entitlements.js";
import type { Holdings, SubscriptionHolding } from "./holdings.js";

/** Why an owner has an entitlement. */
export type HasBecause = "benefit" | "subscription" | "trial" | "grace" | "order" | "balance";
/** Why an owner has not: an entitlement that was bought once, or never. */
export type HasNotBecause = "never-bought" | "ended" | "past-due" | "no-balance" | "unknown-status";

/** The answer of `has` to an entitlement that the owner has. */
export interface Has {
  readonly has: true;
  readonly because: HasBecause;
  /** The provider's id of the grant, subscription, order or meter. */
  readonly source: string;
  /** When the entitlement ends, as far as is known; null: no end is known. */
  readonly until: Date | null;
  /** The units that are left, for a meter; else null. */
  readonly balance: number | null;
}

/** The answer of `has` to an entitlement that the owner has not. */
export interface HasNot {
  readonly has: false;
  readonly because: HasNotBecause;
}

/** The answer of `has`. */
export type Verdict = Has | HasNot;

/** When an entitlement is asked for, and for how many units of a meter. */
export interface Question {
  readonly now: Date;
  /** Default: any units above 0. */
  readonly units?: number | undefined;
}

/** Whether owners together have an entitlement: a user, and e.g. the organization in which the user works. */
export function judge(
  { entitlements, products }: Catalogue,
  name: string,
  holdings: readonly Holdings[],
  question: Question,
): Verdict {
  const verdicts: Verdict[] = [];
  // No circle: see `entitlementErrors`.
  for (let next: string | undefined = name; next !== undefined; ) {
    const rule: EntitlementRule | undefined = Object.hasOwn(entitlements, next) ? entitlements[next] : undefined;
    if (!rule) throw new TypeError(`There is no entitlement ${next}: see the option entitlements of billing().`);
    const verdict = best(holdings.flatMap((one) => verdictsOf(rule, products, one, question)));
    if (!verdict.has) return verdict;
    verdicts.push(verdict);
    next = rule.needs;
  }
  return earliest(verdicts.filter((verdict) => verdict.has));
}

/** An entitlement that needs another ends with the earlier of both. */
function earliest([first, ...needed]: readonly Has[]): Has {
  if (!first) throw new TypeError("An entitlement has a rule.");
  const ends = [first, ...needed].flatMap(({ until }) => (until === null ? [] : [until.getTime()]));
  return { ...first, until: ends.length === 0 ? null : new Date(Math.min(...ends)) };
}

function verdictsOf(
  { products = [], benefits = [], meter, overage = false, graceDays = 0 }: EntitlementRule,
  ids: Catalogue["products"],
  holdings: Holdings,
  { now, units }: Question,
): readonly Verdict[] {
  const wanted = new Set(products.map((name) => ids[name]));
  return [
    ...holdings.grants
      .filter(({ benefitId }) => benefits.includes(benefitId))
      .map(({ id, isGranted }) => (isGranted ? endless("benefit", id) : ended)),
    ...holdings.subscriptions
      .filter(({ productId }) => wanted.has(productId))
      .map((subscription) => ofSubscription(subscription, now, graceDays)),
    ...holdings.orders
      .filter(({ productId }) => wanted.has(productId))
      .map(({ id, isPaid }) => (isPaid ? endless("order", id) : ended)),
    ...holdings.balances
      .filter(({ meterId }) => meterId === meter)
      .map(({ meterId, balance }): Verdict => {
        const isEnough = overage || (units === undefined ? balance > 0 : balance >= units);
        if (!isEnough) return { has: false, because: "no-balance" };
        return { ...endless("balance", meterId), balance };
      }),
  ];
}

const dayMilliseconds = 86_400_000;

function ofSubscription(subscription: SubscriptionHolding, now: Date, graceDays: number): Verdict {
  const { id, status, periodStart, periodEnd } = subscription;
  const endsAt = dateOf(subscription.endsAt);
  if (endsAt !== null && endsAt <= now) return ended;
  if (status === "active") return running("subscription", id, endsAt);
  if (status === "trialing") return running("trial", id, endsAt);
  if (status === "past_due") {
    // A provider begins the next period before the payment fails: then that period's start is the end of the paid time.
    const end = dateOf(periodEnd);
    const paidUntil = end !== null && end <= now ? end : (dateOf(periodStart) ?? end);
    const until = paidUntil && new Date(paidUntil.getTime() + graceDays * dayMilliseconds);
    return until !== null && until > now ? running("grace", id, until) : { has: false, because: "past-due" };
  }
  // Canceled, and paid until a day to come.
  if (status === "canceled") return endsAt === null ? ended : running("subscription", id, endsAt);
  if (endedStatuses.includes(status)) return ended;
  return { has: false, because: status === "unpaid" ? "past-due" : "unknown-status" };
}

/** Statuses of a subscription without a first payment, or paused. */
const endedStatuses = ["incomplete", "incomplete_expired", "paused"];

const ended: HasNot = { has: false, because: "ended" };
const running = (because: HasBecause, source: string, until: Date | null): Has => ({
  has: true,
  because,
  source,
  until,
  balance: null,
});
const endless = (because: HasBecause, source: string): Has => running(because, source, null);

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** What an app can do about a refusal, the easiest first. */
const refusals: readonly HasNotBecause[] = ["past-due", "no-balance", "unknown-status", "ended"];

/** The last end; else the refusal that the owner can mend. */
function best(verdicts: readonly Verdict[]): Verdict {
  const has = verdicts.filter((verdict) => verdict.has);
  const [last] = has.toSorted((one, other) => endOf(other) - endOf(one));
  if (last) return last;
  const found = refusals.find((because) => verdicts.some((verdict) => verdict.because === because));
  return { has: false, because: found ?? "never-bought" };
}

const endOf = ({ until }: Has): number => until?.getTime() ?? Number.POSITIVE_INFINITY;
