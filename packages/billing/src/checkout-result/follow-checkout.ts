import type { CallOptions } from "@keyhold/client";

/**
 * What became of a checkout. "waiting": asked again until known; "done": the app has what was bought; "slow": not known
 * after 30 seconds, and asked again when the user returns to the page; "failed": no payment; "expired"; "unknown": no
 * checkout of the user; "signed-out".
 */
export type CheckoutStep = "waiting" | "done" | "slow" | "failed" | "expired" | "unknown" | "signed-out";

/**
 * Asks for a checkout until its result is known. `tell` gets each step. Answers the function that stops.
 *
 * @example
 * const stop = client.billing.followCheckout("the id in the URL", (step) => render(step));
 */
export type FollowCheckout = (id: string, tell: (step: CheckoutStep) => void) => () => void;

/** An answer of `GET /billing/checkout`. */
interface Answered {
  readonly data: { readonly status: string; readonly hasArrived: boolean } | null;
  readonly error: { readonly status: number } | null;
}

interface Asking {
  readonly ask: (id: string, options: CallOptions) => Promise<Answered>;
  /** Called once when the app has what was bought. */
  readonly arrived: () => void;
}

const pauseMilliseconds = 1500;
const maxMilliseconds = 30_000;
const finalStatuses: readonly string[] = ["failed", "expired"];

export const followingCheckout =
  ({ ask, arrived }: Asking): FollowCheckout =>
  (id, tell) => {
    const following = new AbortController();
    const { signal } = following;
    let isSlow = false;
    let isAsking = false;
    let pause: ReturnType<typeof setTimeout> | undefined;

    async function look(): Promise<void> {
      if (isAsking || signal.aborted) return;
      isAsking = true;
      const step = stepOf(await ask(id, { signal, retry: 0 }));
      isAsking = false;
      if (signal.aborted) return;
      if (step === null) {
        if (!isSlow) pause = setTimeout(look, pauseMilliseconds);
        return;
      }
      stop();
      if (step === "done") arrived();
      tell(step);
    }

    function stop(): void {
      clearTimeout(pause);
      clearTimeout(limit);
      following.abort();
    }

    const limit = setTimeout(() => {
      isSlow = true;
      clearTimeout(pause);
      tell("slow");
    }, maxMilliseconds);
    const isBack = (): void => {
      if (isSlow && !document.hidden) void look();
    };
    for (const event of ["focus", "visibilitychange", "online"])
      globalThis.window?.addEventListener?.(event, isBack, { signal });
    tell("waiting");
    void look();
    return stop;
  };

/** Null: not known yet. */
function stepOf({ data, error }: Answered): CheckoutStep | null {
  if (data?.hasArrived) return "done";
  if (data) return finalStatuses.includes(data.status) ? (data.status as CheckoutStep) : null;
  if (error?.status === 401) return "signed-out";
  return error?.status === 403 || error?.status === 404 ? "unknown" : null;
}
