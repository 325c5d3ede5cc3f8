import type { Permissions } from "@keyhold/access";
import { publicColumns } from "@keyhold/core/internal";
import { type Context, publicRow, type TxContext } from "@keyhold/core/plugin";
import { type OrganizationRole, organizationRoleModel } from "../models.js";
import type { OrganizationOptions } from "../options.js";
import type { ShownRole } from "../schemas.js";
import { readStored } from "./stored.js";

/** A role that an organization made as events tell it: its permissions are JSON. */
export const showStored = ({ schema }: Pick<TxContext, "schema">, row: OrganizationRole): OrganizationRole =>
  publicRow(schema, organizationRoleModel, row);

/** A role that an organization made, as answers show one, with the columns of plugins. */
export function showMade(
  { schema }: Pick<Context | TxContext, "schema">,
  { statements }: OrganizationOptions,
  row: OrganizationRole,
): ShownRole {
  const { permission, ...shown } = publicRow(schema, organizationRoleModel, row);
  return { ...shown, permission: plain(readStored(permission, statements)), isFixed: false };
}

/** A role of the app, as an organization sees it: columns of plugins are null. */
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

/** Only resources of which something may be done. */
const plain = (permissions: Permissions): ShownRole["permission"] =>
  Object.fromEntries(
    Object.entries(permissions).flatMap(([resource, actions]) => (actions ? [[resource, actions]] : [])),
  );
