import { ok } from "@keyhold/core/plugin";
import { catalogueOf } from "../catalogue/catalogue.js";
import { endpoint } from "../endpoint.js";
import { judgeAsked } from "../holding/judge-asked.js";
import { entitlementInput, verdict } from "./schemas.js";

export const has = endpoint({
  route: "POST /billing/has",
  access: "optional",
  doc: "Whether a user, an organization, or the user of a session with the active organization has an entitlement: one statement, and no request to the payments provider.",
  input: entitlementInput,
  output: verdict,
  isServerOnly: true,
  handle: async ({ ctx, input, session }, settings) =>
    ok(await judgeAsked(ctx, catalogueOf(settings), { ...input, session })),
});
