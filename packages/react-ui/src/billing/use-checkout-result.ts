import type { CheckoutStep } from "@keyhold/billing/client";
import { useEffect, useState } from "react";
import { useUI } from "../context.js";

/**
 * What became of a checkout: asks the server until the app has what was bought, for 30 seconds, and then whenever the
 * user returns to the page. Features unlock in all tabs without a reload.
 *
 * @param id the id in the URL of the way back; null: "unknown"
 * @example const step = useCheckoutResult(new URLSearchParams(location.search).get("checkout"));
 */
export function useCheckoutResult(id: string | null): CheckoutStep {
  const { client } = useUI();
  const [known, setKnown] = useState<{ readonly id: string; readonly step: CheckoutStep } | null>(null);
  useEffect(
    () => (id === null ? undefined : client.billing.followCheckout(id, (step) => setKnown({ id, step }))),
    [client, id],
  );
  if (id === null) return "unknown";
  return known?.id === id ? known.step : "waiting";
}
