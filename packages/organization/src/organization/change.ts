import { isConflict, storedForm, type TxContext } from "@keyhold/core";
import { tell } from "../events.js";
import { type Organization, organizationModel } from "../models.js";
import { type OrganizationChange, type Place, rulesAt } from "../rules.js";

/**
 * Changes a held organization after asking the rules, and answers as it is then. Where nothing is different nothing is
 * written. The unique index decides who has a slug.
 *
 * @throws AuthError ORGANIZATION_ALREADY_EXISTS
 */
export async function changeOrganization(
  ctx: TxContext,
  given: OrganizationChange,
  place: Place,
): Promise<Organization> {
  const { organization, actorId } = place;
  let change = given;
  for (const rule of rulesAt(ctx, "organization.update")) change = await rule(change, ctx, place);
  const stored = storedForm(ctx, organizationModel, change);
  const changed = differences(organization, stored);
  if (changed.length === 0) return organization;

  const updated = await ctx.db.update(organizationModel, organization.id, stored);
  if (!updated) throw new Error("A held organization was gone.");
  if (isConflict(updated)) return refuseTaken(ctx, updated.column);
  tell(ctx, { type: "organization.updated", organization: updated, changed, actorId });
  return updated;
}

/** The columns of a change that would have another value than a row has. */
export function differences(row: object, change: object): readonly string[] {
  const before = new Map<string, unknown>(Object.entries(row));
  return Object.entries(change)
    .filter(([column, value]) => value !== undefined && !isSame(before.get(column), value))
    .map(([column]) => column);
}

/** As JSON, because that is how dates and JSON values are told apart by what they say. */
const isSame = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after);

/** Another organization has the value of a unique column: the slug, or one that a plugin has added. */
export function refuseTaken(ctx: Pick<TxContext, "refuse">, column: string): never {
  if (column === "slug") return ctx.refuse("ORGANIZATION_ALREADY_EXISTS");
  const issues = [{ path: column, message: "Taken by another organization" }];
  return ctx.refuse("VALIDATION_ERROR", { issues });
}
