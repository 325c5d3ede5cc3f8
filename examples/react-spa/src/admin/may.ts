import type { Permissions } from "@keyhold/access";
import { adminRoles, type adminStatements, can } from "@keyhold/admin/client";

/** Whether a user has all these permissions. Actions without permission are not offered; the server checks again. */
export const mayAdminister = (
  { role }: { readonly role: string | null },
  wanted: Permissions<typeof adminStatements>,
): boolean => can(adminRoles, role ?? "user", wanted);

export const isAdministrator = ({ role }: { readonly role: string | null }): boolean =>
  mayAdminister({ role }, { user: ["set-role"] });
