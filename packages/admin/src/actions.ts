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
  /** What whoever may not do it is told. */
  readonly code: AdminErrorCode;
}

/** What administrators do, and what it takes. */
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

/** Whether somebody may do a deed, to whomever. */
export const mayDo = (settings: AdminSettings, user: Ranked, action: Action): boolean =>
  includes(permissionsFor(settings, user), actions[action].wanted);

/** Refuses with 403 whoever may not; with 401 whoever was shut out, by whatever way, and still has a session. */
export function refuseUnable(
  ctx: Pick<Context | TxContext, "refuse" | "now">,
  settings: AdminSettings,
  { user, action }: { readonly user: Ranked & Partial<AdminUser>; readonly action: Action },
): void {
  if (isBanned(user, ctx.now())) ctx.refuse("UNAUTHORIZED");
  if (!mayDo(settings, user, action)) ctx.refuse(actions[action].code);
}
