import { can, type Permissions, type Roles } from "@keyhold/access";
import type { adminStatements } from "@keyhold/admin/client";
import type { Answer } from "@keyhold/react";
import { createContext, useContext } from "react";
import type { FullClient } from "../client.js";
import { useUI } from "../context.js";
import { useRead } from "../lists/use-read.js";

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
  const held = useContext(RolesById);
  const roles: Roles = adminRoles ?? defaultAdminRoles;
  const may = ({ role }: RankedUser, wanted: AdminPermissions): boolean => can(roles, role ?? userRole, wanted);
  return {
    roles,
    can: (wanted) => user !== null && (may(user, wanted) || held.some((role) => may({ role }, wanted))),
    isAdministrator: (one) => may(one, { user: ["set-role"] }),
  };
}

/** The roles that the signed-in user holds by `adminUserIds` of the server, without the column `role`. */
export const RolesById = createContext<readonly string[]>([]);

/**
 * Asks the server for the roles that a user holds by `adminUserIds`, if the column `role` does not permit `wanted`. Null:
 * not known yet.
 */
export function useRolesById(wanted: AdminPermissions): readonly string[] | null {
  const { client } = useUI();
  const { can, roles } = useAdminRights();
  const userId = client.useSession().data?.user.id ?? null;
  const isAsked = userId !== null && !can(wanted);
  const { data, error } = useRead(userId ?? "", isAsked ? (signal) => askFor(client, roles, signal) : null);
  return !isAsked || error ? [] : data;
}

async function askFor(client: FullClient, roles: Roles, signal: AbortSignal): Promise<Answer<readonly string[]>> {
  const held: string[] = [];
  for (const [name, role] of Object.entries(roles)) {
    const entries = Object.entries(role).map(([resource, actions = []]): [string, string[]] => [
      resource,
      [...actions],
    ]);
    // A role without permissions permits nothing here.
    if (entries.every(([, actions]) => actions.length === 0)) continue;
    const permissions = Object.fromEntries(entries);
    const { data, error } = await client.admin.hasPermission({ permissions }, { signal });
    if (error) return { data: null, error };
    if (data.success) held.push(name);
  }
  return { data: held, error: null };
}
