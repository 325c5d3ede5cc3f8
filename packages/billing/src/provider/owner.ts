/** An owner of a customer: a user or an organization of the app. */
export interface BillingOwner {
  readonly ownerKind: "user" | "organization";
  readonly ownerId: string;
}

const organizationPrefix = "org:";

/** What an id column of every database stores; a shortened id would be another owner's. */
export const isId = (text: unknown): text is string =>
  typeof text === "string" && text !== "" && text.length <= 255 && text.isWellFormed() && !text.includes("\0");

/** The owner by the customer's external id: the id of a user, or `org:` with the id of an organization. */
export function ownerOf(externalId: unknown): BillingOwner | { readonly ownerKind: null; readonly ownerId: null } {
  if (!isId(externalId) || externalId === organizationPrefix) return { ownerKind: null, ownerId: null };
  return externalId.startsWith(organizationPrefix)
    ? { ownerKind: "organization", ownerId: externalId.slice(organizationPrefix.length) }
    : { ownerKind: "user", ownerId: externalId };
}

/** The customer's external id of an owner. */
export const externalIdOf = ({ ownerKind, ownerId }: BillingOwner): string =>
  ownerKind === "organization" ? `${organizationPrefix}${ownerId}` : ownerId;

/** The external id of the owner in a row of a customer. */
export const externalIdOfRow = (row: { readonly ownerKind: string | null; readonly ownerId: string | null }): string =>
  externalIdOf({
    ownerKind: row.ownerKind === "organization" ? "organization" : "user",
    ownerId: row.ownerId ?? "",
  });
