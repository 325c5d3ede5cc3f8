import type { BillingSettings } from "../options.js";
import type { BillingProvider } from "../provider/billing-provider.js";

/** The provider that gets the usage. Throws without a provider. */
export function providerOf({ provider }: Pick<BillingSettings, "provider">): BillingProvider {
  if (provider === null) {
    throw new TypeError("billing() has no provider to send usage to: give `provider`, e.g. polar({ accessToken }).");
  }
  return provider;
}
