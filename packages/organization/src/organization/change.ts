import { differences, publicColumns, storedForm, type TxContext } from "@keyhold/core/plugin";
import { emit } from "../events.js";
import { hooksAt, type OrganizationChange, type Place } from "../hooks/offers.js";
import { type Organization, organizationModel } from "../models.js";
import { showOrganization } from "../records/show.js";
import { failTakenSlug } from "../records/slug.js";

/**
 * Changes a locked organization after running hooks, and returns the result. Writes only if a column differs. The
 * unique index decides concurrent claims to a slug.
 *
 * @throws AuthError ORGANIZATION_ALREADY_EXISTS
 */
export async function changeOrganization(
  ctx: TxContext<"ORGANIZATION_ALREADY_EXISTS">,
  given: OrganizationChange,
  place: Place,
): Promise<Organization> {
  const { organization, actorId } = place;
  let change = given;
  for (const hook of hooksAt(ctx, "organization.update")) change = await hook(change, ctx, place);
  const stored = storedForm(ctx, organizationModel, change);
  const changed = differences(organization, stored);
  if (changed.length === 0) return organization;

  const updated = await ctx.db.update(organizationModel, organization.id, stored, {
    onConflict: (conflict) => failTakenSlug(ctx, conflict),
  });
  if (!updated) throw new Error("A held organization was gone.");
  const shown = publicColumns(ctx.schema, organizationModel);
  const told = changed.filter((column) => shown.includes(column));
  if (told.length > 0)
    emit(ctx, { type: "organization.updated", organization: showOrganization(ctx, updated), changed: told, actorId });
  return updated;
}
