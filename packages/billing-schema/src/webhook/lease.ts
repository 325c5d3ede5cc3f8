import type { Claim, WebhookStore } from "./store.js";

/** A claim, renewed while the event is handled. */
export interface Lease {
  /** Another delivery has taken the event over. */
  isLost(): boolean;
  /** Stops the renewal; call `release` in a `finally`. */
  release(): void;
}

const maxSeconds = 24 * 60 * 60;

/** @throws RangeError for a length that is not above 0 and at most a day */
export function checkLeaseSeconds(leaseSeconds = 60): number {
  if (leaseSeconds > 0 && leaseSeconds <= maxSeconds) return leaseSeconds;
  throw new RangeError("leaseSeconds: not a number above 0 and up to a day.");
}

/** After this time a handler counts as hanging, and the next delivery may claim the event. */
const maxKeepSeconds = 60 * 60;

/**
 * Renews the claim after each half of the lease, for an hour. If the store fails, the next renewal is the next try.
 */
export function keepLease(
  store: WebhookStore,
  claim: Claim,
  options: { readonly leaseSeconds: number; readonly onError: (error: unknown) => Promise<void> },
): Lease {
  let isLost = false;
  let isReleased = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewalsLeft = Math.floor((2 * maxKeepSeconds) / options.leaseSeconds);

  const renew = async (): Promise<void> => {
    try {
      isLost = !(await store.renew(claim, options.leaseSeconds));
    } catch (error) {
      if (!isReleased) await options.onError(error);
    }
    if (!isLost && !isReleased) schedule();
  };
  const schedule = (): void => {
    if (renewalsLeft === 0) return;
    renewalsLeft -= 1;
    timer = setTimeout(renew, options.leaseSeconds * 500);
  };

  schedule();
  return {
    isLost: () => isLost,
    release: () => {
      isReleased = true;
      clearTimeout(timer);
    },
  };
}
