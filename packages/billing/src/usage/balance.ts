import type { BalanceHolding, Holdings } from "../holding/holdings.js";
import type { HoldingRow } from "../holding/model.js";

/** Units that the provider has, and that its last balance need not contain. */
export interface SentUnits {
  /** When the request began. A balance of the provider that is as new contains the units. */
  readonly at: string;
  /** The version of the known balance at that time: the units are not in it. */
  readonly after: string;
  readonly units: number;
}

/** What was tracked on a meter since the provider's last balance. */
export interface MeterUsage {
  /** Units that the provider does not have yet. */
  readonly open: number;
  readonly sent: readonly SentUnits[];
}

/** What was tracked by a customer, by the ids of meters. */
export type UsageHolding = Readonly<Record<string, MeterUsage>>;

const nothing: MeterUsage = { open: 0, sent: [] };

/** Sums of decimals, e.g. 0.1 and 0.2, without the error of binary fractions. */
export const tidy = (units: number): number => Math.round(units * 1e9) / 1e9;

const timeOf = (version: string): string => `${version.slice(0, 23)}Z`;

/** Whether a balance of the provider contains sent units. */
const contains = ({ version = "" }: Partial<BalanceHolding>, { at, after }: SentUnits): boolean =>
  version > after && timeOf(version) >= at;

/** The units that the provider's balance does not contain. */
const notIn = (balance: Partial<BalanceHolding>, { open, sent }: MeterUsage): number =>
  sent.reduce((sum, one) => (contains(balance, one) ? sum : sum + one.units), open);

/** The units on a meter that are left: the provider's last balance without what was tracked since. */
export function leftOn({ holdings, usage }: Pick<HoldingRow, "holdings" | "usage">, meterId: string): number | null {
  const balance = holdings.balances.find((one) => one.meterId === meterId);
  return balance ? tidy(balance.balance - notIn(balance, usage?.[meterId] ?? nothing)) : null;
}

/** The units that were tracked on a meter since the provider's last balance. */
export function trackedOn({ holdings, usage }: Pick<HoldingRow, "holdings" | "usage">, meterId: string): number {
  const balance = holdings.balances.find((one) => one.meterId === meterId) ?? {};
  return tidy(notIn(balance, usage?.[meterId] ?? nothing));
}

/** What a customer has, with known balances. `pending`: units on a meter that the row does not have yet. */
export const knownHoldings = (
  row: Pick<HoldingRow, "holdings" | "usage">,
  pending: (meterId: string) => number,
): Holdings => ({
  ...row.holdings,
  balances: row.holdings.balances.map((balance) => ({
    ...balance,
    balance: tidy((leftOn(row, balance.meterId) ?? 0) - pending(balance.meterId)),
  })),
});

/** A change of what was tracked on a meter. */
export interface UsageChange {
  readonly meterId: string;
  /** More or fewer units that the provider does not have. */
  readonly open: number;
  readonly sent?: Omit<SentUnits, "after"> & { readonly isOpen: boolean };
}

/** A provider that does not answer with a new balance must not make the row grow for ever. */
const maxSent = 50;

/** The columns of the row after changes, without units that the provider's balances contain. */
export function changedUsage(
  row: Pick<HoldingRow, "holdings" | "usage">,
  changes: readonly UsageChange[],
): Pick<HoldingRow, "usage" | "usageSentAt"> {
  const usage: Record<string, MeterUsage> = { ...row.usage };
  for (const { meterId, open, sent } of changes) {
    const before = usage[meterId] ?? nothing;
    const version = row.holdings.balances.find((one) => one.meterId === meterId)?.version ?? "";
    const added = sent ? [{ at: sent.at, units: sent.units, after: sent.isOpen ? version : "" }] : [];
    usage[meterId] = { open: Math.max(0, tidy(before.open + open)), sent: [...before.sent, ...added] };
  }
  return columnsOf(row.holdings, usage);
}

/** The columns without units that were sent before a time: the provider was asked for its balances since. */
export const settledUsage = (
  { holdings, usage }: Pick<HoldingRow, "holdings" | "usage">,
  sentBefore: Date,
): Pick<HoldingRow, "usage" | "usageSentAt"> => {
  const at = sentBefore.toISOString();
  const left = Object.entries(usage ?? {}).map(([meterId, { open, sent }]) => {
    return [meterId, { open, sent: sent.filter((one) => one.at >= at) }] as const;
  });
  return columnsOf(holdings, Object.fromEntries(left));
};

function columnsOf(holdings: Holdings, usage: UsageHolding): Pick<HoldingRow, "usage" | "usageSentAt"> {
  const left = Object.entries(usage).flatMap(([meterId, { open, sent }]) => {
    const balance = holdings.balances.find((one) => one.meterId === meterId) ?? {};
    const notContained = merged(sent.filter((one) => !contains(balance, one)));
    return open === 0 && notContained.length === 0 ? [] : [[meterId, { open, sent: notContained }] as const];
  });
  const times = left.flatMap(([, { sent }]) => sent.map(({ at }) => at)).sort();
  const [oldest] = times;
  return {
    usage: left.length === 0 ? null : Object.fromEntries(left),
    usageSentAt: oldest === undefined ? null : new Date(oldest),
  };
}

/** The oldest entries as one: they end with the last of them. */
function merged(sent: readonly SentUnits[]): readonly SentUnits[] {
  if (sent.length <= maxSent) return sent;
  const [first, second, ...others] = sent.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  if (!first || !second) return sent;
  const [after = ""] = [first.after, second.after].sort().reverse();
  return merged([{ at: second.at, after, units: tidy(first.units + second.units) }, ...others]);
}
