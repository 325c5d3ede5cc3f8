import type { CallError } from "@keyhold/react";
import { useEffect, useSyncExternalStore } from "react";
import { useUI } from "../context.js";
import { useRead } from "../lists/use-read.js";
import type { BillingOwner, BillingState } from "./types.js";

/** What an owner has bought. */
export interface OwnerState {
  /** Null: not known yet, or without an owner. */
  readonly data: BillingState | null;
  readonly error: CallError | null;
  readonly refetch: () => Promise<void>;
}

const ignore = (): (() => void) => () => {};

/**
 * What an owner has bought, read again after a purchase or a change in any tab, and when the user returns. All components
 * of the user share a request. Null: no request.
 */
export function useOwnerState(owner: BillingOwner | null): OwnerState {
  const { client } = useUI();
  const { billingState: store } = client;
  const own = useSyncExternalStore(
    owner ? store.subscribe : ignore,
    owner ? store.get : store.getInitial,
    store.getInitial,
  );
  const organizationId = owner?.organizationId;
  const ofOrganization = useRead(
    organizationId ?? "",
    organizationId === undefined ? null : (signal) => client.billing.state({ organizationId }, { signal }),
  );
  const { refetch } = ofOrganization;
  // The store of the user learns of changes in other tabs.
  const { isRefetching } = own;
  useEffect(() => {
    if (organizationId !== undefined && !isRefetching) void refetch();
  }, [organizationId, isRefetching, refetch]);
  if (organizationId !== undefined) return ofOrganization;
  return { data: owner ? own.data : null, error: own.error, refetch: store.refetch };
}
