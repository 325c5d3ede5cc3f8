import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { buying } from "../purchase/buying.js";
import { linkToOwner } from "../purchase/link.js";
import { providerCodes } from "../purchase/refusal.js";

const id = z.string().min(1).max(255);

export const linkCustomer = endpoint({
  route: "POST /billing/link-customer",
  access: "public",
  doc: "Gives a customer at the payments provider that has no owner to a user or an organization, for ever. The app decides that both are the same.",
  input: z
    .object({ customerId: id, userId: id.optional(), organizationId: id.optional() })
    .refine(({ userId, organizationId }) => (userId === undefined) !== (organizationId === undefined), {
      message: "Give either userId or organizationId",
    }),
  output: z.object({ customerId: z.string() }),
  errors: [...providerCodes, "BILLING_NOT_ALLOWED", "BILLING_CUSTOMER_NOT_FOUND", "BILLING_CUSTOMER_CONFLICT"],
  isServerOnly: true,
  async handle({ ctx, input: { customerId, userId, organizationId = "" } }, options) {
    const owner =
      userId === undefined
        ? ({ ownerKind: "organization", ownerId: organizationId } as const)
        : ({ ownerKind: "user", ownerId: userId } as const);
    await linkToOwner(ctx, buying(options), customerId, owner);
    return ok({ customerId });
  },
});
