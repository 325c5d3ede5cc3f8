import { type Context, userModel } from "@keyhold/core/plugin";
import type { Buyer } from "./customer.js";

interface Named {
  readonly userId?: string | undefined;
  readonly organizationId?: string | undefined;
}

/** Who buys: for an organization the user is its payer. */
export async function buyerOf({ db }: Context, { userId, organizationId }: Named): Promise<Buyer> {
  const user = userId === undefined ? null : await db.find(userModel, { id: userId });
  return organizationId === undefined
    ? { owner: { ownerKind: "user", ownerId: userId ?? "" }, user }
    : { owner: { ownerKind: "organization", ownerId: organizationId }, user };
}
