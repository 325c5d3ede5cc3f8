import type { Permissions } from "@keyhold/access";
import { type Context, publicColumns, publicRow, type TxContext } from "@keyhold/core/plugin";
import { type OrganizationRole, organizationRoleModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import { readStored } from "../records/stored-role.js";
import type { ShownRole } from "../routes/schemas.js";

/** A role of an organization in events, with the permissions as JSON. */
export const showStored = ({ schema }: Pick<TxContext, "schema">, row: OrganizationRole): OrganizationRole =>
  publicRow(schema, organizationRoleModel, row);

/** A role of an organization in responses, with the columns of plugins. */
export function showMade(
  { schema }: Pick<Context | TxContext, "schema">,
  { statements }: OrganizationOptions,
  row: OrganizationRole,
): ShownRole {
  const { permission, ...shown } = publicRow(schema, organizationRoleModel, row);
  return { ...shown, permission: plain(readStored(permission, statements)), isFixed: false };
}

/** A role of the app in responses: columns of plugins are null. */
export function showFixed(
  { schema }: Pick<Context | TxContext, "schema">,
  role: string,
  { permission, organizationId }: { readonly permission: Permissions; readonly organizationId: string },
): ShownRole {
  const columns = publicColumns(schema, organizationRoleModel);
  return {
    ...Object.fromEntries(columns.map((column) => [column, null])),
    id: null,
    organizationId,
    role,
    permission: plain(permission),
    isFixed: true,
    createdAt: null,
    updatedAt: null,
  };
}

/** Omits resources without actions. */
const plain = (permissions: Permissions): ShownRole["permission"] =>
  Object.fromEntries(
    Object.entries(permissions).flatMap(([resource, actions]) => (actions ? [[resource, actions]] : [])),
  );
