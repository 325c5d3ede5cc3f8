import { includes, type Permissions } from "@keyhold/access";
import type { ErrorEntry } from "@keyhold/core";
import { commonErrors, type TxContext } from "@keyhold/core/plugin";
import { adminErrors } from "../errors.js";
import type { AdminUser } from "../models.js";
import type { AdminSettings } from "../options.js";
import type { adminStatements } from "../permissions.js";
import { permissionsFor, type Ranked } from "./authority.js";
import { isBanned } from "./banned.js";

interface Needs {
  readonly wanted: Permissions<typeof adminStatements>;
  /** The error for callers without the permission. */
  readonly error: ErrorEntry;
}

/** The actions of administrators with their permissions. */
const actions = {
  "create user": { wanted: { user: ["create"] }, error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS },
  "get user": { wanted: { user: ["get"] }, error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_GET_USER },
  "update user": { wanted: { user: ["update"] }, error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS },
  "list users": { wanted: { user: ["list"] }, error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_LIST_USERS },
  "set role": { wanted: { user: ["set-role"] }, error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE },
  "ban user": { wanted: { user: ["ban"] }, error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_BAN_USERS },
  "impersonate user": {
    wanted: { user: ["impersonate"] },
    error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS,
  },
  "remove user": { wanted: { user: ["delete"] }, error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS },
  "set password": { wanted: { user: ["set-password"] }, error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD },
  "reset two-factor": {
    wanted: { user: ["reset-two-factor"] },
    error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR,
  },
  "list sessions": { wanted: { session: ["list"] }, error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS },
  "revoke sessions": {
    wanted: { session: ["revoke"] },
    error: adminErrors.YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS,
  },
} as const satisfies Readonly<Record<string, Needs>>;

export type Action = keyof typeof actions;

/** The error code for callers without the permission. */
export type ActionErrorCode<D extends Action> = (typeof actions)[D]["error"]["code"];

/** Whether a user has the permission for an action, independent of the target. */
export const mayDo = (settings: AdminSettings, user: Ranked, action: Action): boolean =>
  includes(permissionsFor(settings, user), actions[action].wanted);

/** Fails with 403 without the permission, and with 401 for a banned user, however the ban was written. */
export function requirePermission<D extends Action>(
  ctx: Pick<TxContext<ActionErrorCode<D>>, "fail" | "now">,
  settings: AdminSettings,
  { user, action }: { readonly user: Ranked & Partial<AdminUser>; readonly action: D },
): void {
  if (isBanned(user, ctx.now())) ctx.fail(commonErrors.UNAUTHORIZED);
  if (!mayDo(settings, user, action)) ctx.fail(actions[action].error as ErrorEntry<ActionErrorCode<D>>);
}
