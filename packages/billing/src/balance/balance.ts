import type { BalanceHolding, Holdings } from "../holding/holdings.js";
import type { HoldingRow } from "../holding/model.js";

/** Units of the provider beyond its last balance. */
export interface SentUnits {
  /** The time of the provider's answer. */
  readonly at: string;
  readonly units: number;
}

/** The usage of a meter since the provider's last balance. */
export interface MeterUsage {
  /** Units without an answer of the provider. */
  readonly open: number;
  /** The part of the open units in the provider's last balance. */
  readonly ahead: number;
  readonly sent: readonly SentUnits[];
}

/** The usage of a customer by the ids of meters. */
export type UsageHolding = Readonly<Record<string, MeterUsage>>;

const nothing: MeterUsage = { open: 0, ahead: 0, sent: [] };

/** Sums of decimals, e.g. 0.1 and 0.2, without the error of binary fractions. */
export const tidy = (units: number): number => Math.round(units * 1e9) / 1e9;

type UsageColumns = Pick<HoldingRow, "usage" | "usageSentAt">;
type Known = Pick<HoldingRow, "holdings" | "usage">;

const balanceOn = (balances: readonly BalanceHolding[], meterId: string): BalanceHolding | undefined =>
  balances.find((one) => one.meterId === meterId);

/** The units tracked on a meter beyond the provider's last balance. */
export function trackedOn({ usage }: Pick<HoldingRow, "usage">, meterId: string): number {
  const { open, ahead, sent } = usage?.[meterId] ?? nothing;
  return tidy(sent.reduce((sum, { units }) => sum + units, open - ahead));
}

/** The units left on a meter: the provider's last balance without the usage since. */
export function leftOn(row: Known, meterId: string): number | null {
  const balance = balanceOn(row.holdings.balances, meterId);
  return balance ? tidy(balance.balance - trackedOn(row, meterId)) : null;
}

/** What a customer has, with known balances. `pending`: units on a meter, not in the row yet. */
export const knownHoldings = (row: Known, pending: (meterId: string) => number): Holdings => ({
  ...row.holdings,
  balances: row.holdings.balances.map((balance) => ({
    ...balance,
    balance: tidy((leftOn(row, balance.meterId) ?? 0) - pending(balance.meterId)),
  })),
});

/** A change of the usage of a meter. */
export interface UsageChange {
  readonly meterId: string;
  /** More or fewer open units. */
  readonly open: number;
  /** Units newly at the provider. */
  readonly sent?: SentUnits;
  /** Units missing at the provider after all. */
  readonly unsent?: number;
}

/** The columns of the row after changes. */
export function changedUsage({ usage }: Pick<HoldingRow, "usage">, changes: readonly UsageChange[]): UsageColumns {
  const changed: Record<string, MeterUsage> = { ...usage };
  for (const { meterId, open: more, sent, unsent = 0 } of changes) {
    const before = changed[meterId] ?? nothing;
    const open = Math.max(0, tidy(before.open + more));
    const known = sent ? Math.min(before.ahead, sent.units) : 0;
    const added = sent && sent.units > known ? [{ ...sent, units: tidy(sent.units - known) }] : [];
    const ahead = Math.min(tidy(before.ahead - known), open);
    changed[meterId] = { open, ahead, sent: [...without(before.sent, unsent), ...added] };
  }
  return columnsOf(changed);
}

/**
 * The columns after new balances of the provider. The difference of the consumed units is the
 * usage counted since: no clock is asked.
 */
export function countedUsage(
  { usage }: Pick<HoldingRow, "usage">,
  before: readonly BalanceHolding[],
  after: readonly BalanceHolding[],
): UsageColumns {
  const counted = Object.entries(usage ?? {}).map(([meterId, one]) => {
    const [old, current] = [balanceOn(before, meterId), balanceOn(after, meterId)];
    if (!current || old?.version === current.version) return [meterId, one] as const;
    const difference = tidy((current.consumed ?? Number.NaN) - (old ? (old.consumed ?? Number.NaN) : 0));
    const isKnown = difference >= 0 && (old || difference <= unitsOf(one));
    return [meterId, isKnown ? withCounted(one, difference) : fromNewPeriod(one, current)] as const;
  });
  return columnsOf(Object.fromEntries(counted));
}

/** The units that this app has tracked. More in a first balance were counted before the app knew of it. */
const unitsOf = ({ open, sent }: MeterUsage): number => tidy(sent.reduce((sum, { units }) => sum + units, open));

function withCounted({ open, ahead, sent }: MeterUsage, units: number): MeterUsage {
  // The rest was counted before the answer came, or this app did not send it.
  const rest = Math.max(0, tidy(units - sent.reduce((sum, one) => sum + one.units, 0)));
  return { open, ahead: Math.min(open, tidy(ahead + rest)), sent: without(sent, units) };
}

/** Takes units from the oldest entries. */
function without(sent: readonly SentUnits[], units: number): readonly SentUnits[] {
  let rest = units;
  return sent.flatMap((one) => {
    const taken = Math.min(rest, one.units);
    rest = tidy(rest - taken);
    return one.units > taken ? [{ ...one, units: tidy(one.units - taken) }] : [];
  });
}

/** The balance of a new period, or a first balance with earlier usage: the usage between is unknown. */
const fromNewPeriod = ({ open, sent }: MeterUsage, { version }: BalanceHolding): MeterUsage => ({
  open,
  ahead: 0,
  sent: sent.filter(({ at }) => at > `${version.slice(0, 23)}Z`),
});

/** The columns without the units sent before a time: the provider was asked for its balances since. */
export const settledUsage = ({ usage }: Pick<HoldingRow, "usage">, sentBefore: Date): UsageColumns => {
  const time = sentBefore.toISOString();
  const left = Object.entries(usage ?? {}).map(([meterId, one]) => {
    return [meterId, { ...one, sent: one.sent.filter(({ at }) => at >= time) }] as const;
  });
  return columnsOf(Object.fromEntries(left));
};

function columnsOf(usage: UsageHolding): UsageColumns {
  const left = Object.entries(usage).filter(([, { open, sent }]) => open > 0 || sent.length > 0);
  const [oldest] = left.flatMap(([, { sent }]) => sent.map(({ at }) => at)).sort();
  return {
    usage:
      left.length === 0 ? null : Object.fromEntries(left.map(([id, one]) => [id, { ...one, sent: merged(one.sent) }])),
    usageSentAt: oldest === undefined ? null : new Date(oldest),
  };
}

/** A provider that does not answer with a new balance must not make the row grow for ever. */
const maxSent = 50;

/** Joins the two oldest. */
function merged([first, second, ...others]: readonly SentUnits[]): readonly SentUnits[] {
  const all = [first, second, ...others].filter((one) => one !== undefined);
  if (!first || !second || all.length <= maxSent) return all;
  return merged([{ at: second.at, units: tidy(first.units + second.units) }, ...others]);
}
