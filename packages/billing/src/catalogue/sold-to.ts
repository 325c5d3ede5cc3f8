import type { Context } from "@keyhold/core/plugin";
import { billingErrors } from "../errors.js";
import type { BillingOwner } from "../provider/owner.js";
import type { Products } from "./products.js";

/** The kind of owners that a product is for. */
export type OwnerKind = BillingOwner["ownerKind"];

/** The products for one kind of owners alone, by the provider's ids. */
export type SoldTo = ReadonlyMap<string, OwnerKind>;

export function soldToOf(products: Products): SoldTo {
  const kinds = new Map<string, OwnerKind>();
  for (const product of Object.values(products)) {
    if (typeof product !== "object" || product === null) continue;
    // Seats are the members of an organization.
    const kind = product.seats === undefined ? product.for : "organization";
    if (kind !== undefined) kinds.set(product.id, kind);
  }
  return kinds;
}

/** The config errors of the owners of a product. */
export function forErrors(path: string, { for: kind, seats }: Record<string, unknown>): readonly string[] {
  if (kind === undefined) return [];
  if (kind !== "user" && kind !== "organization") return [`${path}.for: must be "user" or "organization"`];
  return kind === "user" && seats !== undefined ? [`${path}.for: a product with seats is for organizations`] : [];
}

interface Sale {
  readonly owner: BillingOwner;
  readonly productIds: readonly string[];
  /** The field of the request that is wrong. */
  readonly path: string;
}

/** Fails if a product is for the other kind of owners: one person's price would unlock it for each member. */
export function checkSoldTo(
  ctx: Context<"BILLING_INPUT_REFUSED">,
  soldTo: SoldTo,
  { owner, productIds, path }: Sale,
): void {
  const other = productIds.map((id) => soldTo.get(id)).find((kind) => kind !== undefined && kind !== owner.ownerKind);
  if (other === undefined) return;
  const message =
    other === "user" ? "is sold to users, not to organizations" : "is sold to organizations, not to users";
  ctx.fail(billingErrors.BILLING_INPUT_REFUSED, { issues: [{ path, message }] });
}
