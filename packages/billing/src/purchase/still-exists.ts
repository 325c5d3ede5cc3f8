import type { Context } from "@keyhold/core/plugin";
import { ownerExists } from "../mirror/owner-of-customer.js";
import type { BillingSettings } from "../options.js";
import type { BillingOwner } from "../provider/owner.js";
import { removalOf, removeCustomer } from "./remove-customer.js";

/**
 * Whether the owner of a new customer or checkout still exists. If not, the outbox removes the customer with its open
 * checkouts: the deletion of the owner may have been earlier.
 */
export const stillExists = (
  ctx: Context,
  owner: BillingOwner,
  settings: Pick<BillingSettings, "customers">,
): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    if (await ownerExists(tx, owner)) return true;
    await removeCustomer.add(tx, removalOf(tx, owner, settings));
    return false;
  });
