import { can, type Permissions, type Roles } from "@keyhold/access";
import type { adminStatements } from "@keyhold/admin/client";
import { useUI } from "../context.js";

/** Resources of the admin plugin with some of their actions. */
export type AdminPermissions = Permissions<typeof adminStatements>;

/** The roles that `admin()` has by default: plain data, so that no code of the plugin is bundled. */
export const defaultAdminRoles: Readonly<Record<"admin" | "user", AdminPermissions>> = {
  admin: {
    user: [
      "create",
      "list",
      "set-role",
      "ban",
      "impersonate",
      "delete",
      "set-password",
      "reset-two-factor",
      "get",
      "update",
    ],
    session: ["list", "revoke", "delete"],
  },
  user: {},
};

const userRole = "user";

/** A user with the columns of the admin plugin. */
export interface RankedUser {
  readonly role?: string | null;
}

/** What users may do. Actions without permission are not offered; the server checks every call. */
export interface AdminRights {
  /** The roles of the app, by name. */
  readonly roles: Roles;
  /** Whether the signed-in user has all these permissions. */
  readonly can: (wanted: AdminPermissions) => boolean;
  /** Whether a user is an administrator: they cannot be impersonated. */
  readonly isAdministrator: (user: RankedUser) => boolean;
}

/**
 * What the signed-in user may do as an administrator, e.g. to show a link to the list of users.
 *
 * @example useAdminRights().can({ user: ["list"] })
 */
export function useAdminRights(): AdminRights {
  const { client, adminRoles } = useUI();
  const user = client.useSession().data?.user ?? null;
  const roles: Roles = adminRoles ?? defaultAdminRoles;
  const may = ({ role }: RankedUser, wanted: AdminPermissions): boolean => can(roles, role ?? userRole, wanted);
  return {
    roles,
    can: (wanted) => user !== null && may(user, wanted),
    isAdministrator: (one) => may(one, { user: ["set-role"] }),
  };
}
