import { ok } from "@keyhold/core/plugin";
import { catalogueOf } from "../catalogue/catalogue.js";
import { endpoint } from "../endpoint.js";
import { requireEntitlement } from "../holding/judge-asked.js";
import { entitlementInput, granted } from "./schemas.js";

export const require = endpoint({
  route: "POST /billing/require",
  access: "optional",
  doc: "Fails unless `has` answers true: with 401 without a session, else with 402.",
  input: entitlementInput,
  output: granted,
  errors: ["ENTITLEMENT_REQUIRED"],
  isServerOnly: true,
  handle: async ({ ctx, input, session }, settings) =>
    ok(await requireEntitlement(ctx, catalogueOf(settings), { ...input, session })),
});
