import { endpointsFor } from "@keyhold/core/plugin";
import { billingErrors } from "./errors.js";
import type { BillingSettings } from "./options.js";

export const endpoint = endpointsFor<BillingSettings, typeof billingErrors>(billingErrors);
