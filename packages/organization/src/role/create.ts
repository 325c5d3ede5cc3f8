import { type AddedColumns, storedRow, type TxContext } from "@keyhold/core/plugin";
import { organizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { hooksAt, type LockedOrganization, type RoleDraft } from "../hooks/offers.js";
import type { Membership } from "../member/membership.js";
import { type OrganizationRole, organizationRoleModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { failTaken } from "../records/conflict.js";
import { writeStored } from "../records/stored-role.js";
import { requireFreeName } from "./custom-name.js";
import { requireGivable } from "./manager.js";
import { showStored } from "./show.js";

export interface NewRole {
  readonly me: Membership;
  readonly role: string;
  readonly permission: unknown;
  readonly columns: AddedColumns;
  /** The maximum number of roles of the organization, including the new role. */
  readonly limit: number;
}

/**
 * Creates a role of a locked organization, with no permission that the caller lacks.
 *
 * @throws AuthError ROLE_IS_FIXED, INVALID_PERMISSIONS, YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS,
 * ROLE_LIMIT_REACHED, ROLE_ALREADY_EXISTS, VALIDATION_ERROR
 */
export async function createRole(
  ctx: TxContext<
    | "ROLE_IS_FIXED"
    | "ROLE_LIMIT_REACHED"
    | "INVALID_PERMISSIONS"
    | "YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS"
    | "ROLE_ALREADY_EXISTS"
  >,
  options: OrganizationOptions,
  organization: LockedOrganization,
  { me, role: name, permission: wanted, columns, limit }: NewRole,
): Promise<OrganizationRole> {
  const organizationId = organization.id;
  const role = requireFreeName(ctx, options, { name, field: "role" });
  const permission = writeStored(requireGivable(ctx, options, { me, wanted }));
  const made = limit > 0 && Number.isFinite(limit) ? await ctx.db.count(organizationRoleModel, { organizationId }) : 0;
  if (made >= limit) return ctx.fail(organizationErrors.ROLE_LIMIT_REACHED);

  const place = { organization, actorId: me.member.userId };
  let draft: RoleDraft = { ...columns, organizationId, role, permission, createdAt: ctx.now() };
  for (const hook of hooksAt(ctx, "role.create")) draft = await hook(draft, ctx, place);
  const row = await ctx.db.insert(
    organizationRoleModel,
    storedRow(ctx, organizationRoleModel, { ...draft, organizationId }),
    organization,
    {
      onConflict: (conflict) =>
        failTaken(ctx, conflict, { organizationId: () => ctx.fail(organizationErrors.ROLE_ALREADY_EXISTS) }),
    },
  );
  emit(ctx, { type: "role.created", role: showStored(ctx, row), actorId: place.actorId });
  return row;
}
