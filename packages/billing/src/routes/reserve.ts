import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { externalIdOf } from "../provider/owner.js";
import { reserve as reserveUnits } from "../usage/reserve.js";
import { usageOwner } from "../usage/track.js";
import { usageInput } from "./schemas.js";

export const reserve = endpoint({
  route: "POST /billing/reserve",
  access: "optional",
  doc: "Counts a use only if the owner has the units: of callers at once no more get units than are left. Fails with 402 without enough units, and without the entitlement that the meter needs.",
  input: usageInput,
  output: z.object({ isNew: z.boolean(), balance: z.number() }),
  errors: ["BILLING_UNITS_EXHAUSTED", "ENTITLEMENT_REQUIRED"],
  isServerOnly: true,
  async handle({ ctx, input, session }, settings) {
    const owner = usageOwner(ctx, input, session);
    // As `has` does: what the user of a session or the active organization has counts.
    const isNamed = input.userId !== undefined || input.organizationId !== undefined;
    const holders = !isNamed && session ? [externalIdOf({ ownerKind: "user", ownerId: session.userId })] : [];
    return ok(await reserveUnits(ctx, settings, { owner, holders }, input));
  },
});
