import type { CallError } from "@keyhold/react";
import { useAction } from "../form/use-action.js";
import { useOffers } from "../offers.js";
import { provider as english } from "../texts/en/provider.js";
import { useTexts } from "../texts/use-texts.js";

/** The way to the page of a provider. */
export interface Leaving {
  /** The id of the provider while the provider's page is being opened; null: the user stays. */
  readonly opening: string | null;
  /** Why the last attempt failed; null: no failure. */
  readonly error: string | null;
  /** Makes the call that redirects the browser to a provider. */
  readonly leave: (id: string, call: () => Promise<CallError | null>) => void;
}

/** The state from the click to the provider's page. */
export function useLeaving(): Leaving {
  const offers = useOffers();
  const texts = useTexts("provider", english);
  const { busy, error, run } = useAction();

  function leave(id: string, call: () => Promise<CallError | null>): void {
    const name = offers?.providers.find((one) => one.id === id)?.name ?? id;
    run(id, { leaves: true, errors: { SERVICE_UNAVAILABLE: texts.unavailable(name) }, call });
  }

  return { opening: busy, error, leave };
}
