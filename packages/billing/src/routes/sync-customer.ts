import { ok } from "@keyhold/core/plugin";
import { endpoint } from "../endpoint.js";
import { askedMirror } from "../mirror/asked.js";
import { syncOwner } from "../mirror/sync-customer.js";
import { ownerInput, synced } from "./schemas.js";

export const syncCustomer = endpoint({
  route: "POST /billing/sync-customer",
  access: "public",
  doc: "Reads what the payments provider has of a user or an organization into the mirror; null without a customer there.",
  input: ownerInput,
  output: synced.nullable(),
  isServerOnly: true,
  async handle({ input: { userId, organizationId = "", onProgress }, ctx }, settings) {
    const owner =
      userId === undefined
        ? ({ ownerKind: "organization", ownerId: organizationId } as const)
        : ({ ownerKind: "user", ownerId: userId } as const);
    return ok(await syncOwner(ctx, askedMirror(settings), { ...owner, ...(onProgress && { onProgress }) }));
  },
});
