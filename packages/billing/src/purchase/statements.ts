/**
 * The permissions of billing for `statements` of the organization plugin: `checkout` buys, `portal` opens the provider's
 * page, `change` and `cancel` manage subscriptions, `read` shows what was bought, `usage` shows and reports usage.
 *
 * @example const statements = { ...organizationStatements, ...billingStatements } as const;
 */
export const billingStatements = {
  billing: ["read", "checkout", "portal", "change", "cancel", "usage"],
} as const;

/**
 * The permissions of billing for the three roles of the organization plugin: owner and admin have all, a member reads.
 *
 * @example
 * const roles = defineRoles(statements, {
 *   owner: { ...organizationRoles.owner, ...billingRoles.owner },
 *   admin: { ...organizationRoles.admin, ...billingRoles.admin },
 *   member: { ...organizationRoles.member, ...billingRoles.member },
 * });
 */
export const billingRoles = {
  owner: billingStatements,
  admin: billingStatements,
  member: { billing: ["read"] },
} as const;

/** An action of `billingStatements`. */
export type BillingAction = (typeof billingStatements.billing)[number];
