import type { Claim, WebhookStore } from "./store.js";

/** A claim that is kept while its event is handled. */
export interface Lease {
  /** Another delivery has taken the event over. */
  isLost(): boolean;
  /** Ends the keeping; to be called whatever happens. */
  release(): void;
}

const maxSeconds = 24 * 60 * 60;

/** @throws RangeError for what is no length of a lease */
export function checkLeaseSeconds(leaseSeconds = 60): number {
  if (leaseSeconds > 0 && leaseSeconds <= maxSeconds) return leaseSeconds;
  throw new RangeError("leaseSeconds: not a number above 0 and up to a day.");
}

/** By then a handler hangs, and nobody would ever get its event: from then on the next delivery may. */
const maxKeepSeconds = 60 * 60;

/** Renews the claim each time half its lease is over, for an hour. A store that fails is asked again the next time. */
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
