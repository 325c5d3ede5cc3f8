import { type Loading, useLoading } from "../lists/loading.js";
import type { BillingOwner } from "./types.js";
import { useOwnerState } from "./use-owner-state.js";

/** The usage of an owner on a meter. */
export interface UsageState {
  readonly loading: Loading;
  readonly consumed: number;
  /** The units that the plan includes, or that were bought. */
  readonly credited: number;
  /** Below zero: more was used than was credited. */
  readonly balance: number;
}

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/**
 * The usage of an owner on a meter.
 *
 * @param meter the payments provider's id of the meter
 * @example const { consumed, credited, balance } = useUsage(owner, "a1e5b6f4-52a3-4b1e-8a35-6f7f0a9f2b11");
 */
export function useUsage(owner: BillingOwner, meter: string): UsageState {
  const state = useOwnerState(owner);
  const loading = useLoading(state);
  const found = state.data?.balances.find(({ meterId }) => meterId === meter);
  const consumed = numberOf(found?.consumedUnits);
  const credited = numberOf(found?.creditedUnits);
  return {
    loading,
    consumed,
    credited,
    balance: typeof found?.balance === "number" ? found.balance : credited - consumed,
  };
}
