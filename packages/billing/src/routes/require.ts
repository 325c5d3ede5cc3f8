import { commonErrors, ok } from "@keyhold/core/plugin";
import { endpoint } from "../endpoint.js";
import { billingErrors } from "../errors.js";
import { judgeAsked } from "../holding/judge-asked.js";
import { entitlementInput, granted } from "./schemas.js";

export const require = endpoint({
  route: "POST /billing/require",
  access: "optional",
  doc: "Fails unless `has` answers true: with 401 without a session, else with 402.",
  input: entitlementInput,
  output: granted,
  errors: ["ENTITLEMENT_REQUIRED"],
  isServerOnly: true,
  async handle({ ctx, input, session }, settings) {
    const { entitlement, userId, organizationId } = input;
    if (!session && userId === undefined && organizationId === undefined) return ctx.fail(commonErrors.UNAUTHORIZED);
    const verdict = await judgeAsked(ctx, settings, { ...input, session });
    if (verdict.has) return ok(verdict);
    const message = `${billingErrors.ENTITLEMENT_REQUIRED.message}: ${entitlement}`;
    return ctx.fail(billingErrors.ENTITLEMENT_REQUIRED, { message });
  },
});
