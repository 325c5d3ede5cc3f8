import { BillingProviderError } from "../provider/error.js";

/** The error of a value that Stripe has no parameter for. `path`: in the request of the port, in snake case. */
export const unsupported = (call: string, path: string, message: string): BillingProviderError =>
  new BillingProviderError(call, { reason: "invalid", issues: [{ path: [path], message }] });
