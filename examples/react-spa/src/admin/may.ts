import type { Permissions } from "@keyhold/access";
import { adminRoles, type adminStatements, can } from "@keyhold/admin/client";

/** Whether somebody may do all of it to users. What is not allowed is not offered; the server asks again. */
export const mayAdminister = (
  { role }: { readonly role: string | null },
  wanted: Permissions<typeof adminStatements>,
): boolean => can(adminRoles, role ?? "user", wanted);

export const isAdministrator = ({ role }: { readonly role: string | null }): boolean =>
  mayAdminister({ role }, { user: ["set-role"] });
