import { includes, type Permissions } from "@keyhold/access";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { permissionsFor, type Ranked } from "./authority.js";
import { isBanned } from "./banned.js";
import type { AdminErrorCode } from "./errors.js";
import type { AdminUser } from "./models.js";
import type { AdminSettings } from "./options.js";
import type { adminStatements } from "./permissions.js";

interface Needs {
  readonly wanted: Permissions<typeof adminStatements>;
  /** The error for callers without the permission. */
  readonly code: AdminErrorCode;
}

/** The actions of administrators with their permissions. */
const actions = {
  "create user": { wanted: { user: ["create"] }, code: "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS" },
  "get user": { wanted: { user: ["get"] }, code: "YOU_ARE_NOT_ALLOWED_TO_GET_USER" },
  "update user": { wanted: { user: ["update"] }, code: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS" },
  "list users": { wanted: { user: ["list"] }, code: "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS" },
  "set role": { wanted: { user: ["set-role"] }, code: "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE" },
  "ban user": { wanted: { user: ["ban"] }, code: "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS" },
  "impersonate user": { wanted: { user: ["impersonate"] }, code: "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS" },
  "remove user": { wanted: { user: ["delete"] }, code: "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS" },
  "set password": { wanted: { user: ["set-password"] }, code: "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD" },
  "list sessions": { wanted: { session: ["list"] }, code: "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS" },
  "revoke sessions": { wanted: { session: ["revoke"] }, code: "YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS" },
} as const satisfies Readonly<Record<string, Needs>>;

export type Action = keyof typeof actions;

/** Whether a user has the permission for an action, independent of its target. */
export const mayDo = (settings: AdminSettings, user: Ranked, action: Action): boolean =>
  includes(permissionsFor(settings, user), actions[action].wanted);

/** Fails with 403 without the permission, and with 401 for a banned user, however the ban was written. */
export function refuseUnable(
  ctx: Pick<Context | TxContext, "refuse" | "now">,
  settings: AdminSettings,
  { user, action }: { readonly user: Ranked & Partial<AdminUser>; readonly action: Action },
): void {
  if (isBanned(user, ctx.now())) ctx.refuse("UNAUTHORIZED");
  if (!mayDo(settings, user, action)) ctx.refuse(actions[action].code);
}
