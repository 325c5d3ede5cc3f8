import { everything, includes, type Permissions } from "@keyhold/access";
import type { ErrorEntry } from "@keyhold/core";
import type { Caller, Context } from "@keyhold/core/plugin";
import type { MachinePrincipal, PrincipalLimit, PrincipalPermissions } from "@keyhold/core/principal";
import { apiKeyErrors } from "../errors.js";
import type { ApiKey } from "../models.js";
import { type ApiKeyOptions, permissionsOf } from "../options.js";
import { type FoundKey, findKey } from "./find.js";
import { ownerMayAct } from "./may-act.js";
import { noteUse } from "./note-use.js";
import { effectivePermissions } from "./permissions.js";
import { showKey } from "./show.js";
import { countUse } from "./use.js";

/** Why a key is not accepted. */
export type KeyErrorReason =
  | "INVALID_API_KEY"
  | "KEY_DISABLED"
  | "KEY_EXPIRED"
  | "USAGE_EXCEEDED"
  | "RATE_LIMITED"
  | "INSUFFICIENT_API_KEY_PERMISSIONS"
  | "OWNER_MAY_NOT_ACT";

/** The error of a rejected key. */
export interface KeyError {
  readonly code: KeyErrorReason;
  readonly message: string;
  /** Of RATE_LIMITED: milliseconds until the key may be used again. */
  readonly details: { readonly tryAgainIn: number } | null;
}

/** What is known of a key. */
export type VerifiedKey =
  | {
      readonly valid: true;
      readonly error: null;
      readonly key: ApiKey;
      readonly principal: MachinePrincipal<"api-key">;
    }
  | { readonly valid: false; readonly error: KeyError; readonly key: null; readonly principal: null };

/** A given key, and its purpose. */
export interface GivenKey {
  readonly text: string;
  readonly permissions?: Permissions | undefined;
  readonly configId?: string | undefined;
  readonly caller: Pick<Caller, "ipAddress">;
  /** The request of the key: its use is counted once. Null: each call is a use. */
  readonly request: object | null;
}

/** Checks a key, and counts its use: one statement, unless the key has limited uses or a limit that a database counts. */
export async function verifyKey(ctx: Context, options: ApiKeyOptions, given: GivenKey): Promise<VerifiedKey> {
  const found = await findKey(ctx, given.text);
  if (!found) return refused("INVALID_API_KEY");
  const { row, user } = found;
  if (given.configId !== undefined && row.configId !== given.configId) return refused("INVALID_API_KEY");
  if (!row.enabled) return refused("KEY_DISABLED");
  if (row.expiresAt !== null && !(row.expiresAt > ctx.now())) return refused("KEY_EXPIRED");
  if (user && !(await ownerMayAct(ctx, user))) return refused("OWNER_MAY_NOT_ACT");
  const permissions = await allowed(options, found);
  if (given.permissions && !includes(permissions, given.permissions))
    return refused("INSUFFICIENT_API_KEY_PERMISSIONS");
  const use = await countUse(ctx, row, { options, request: given.request });
  if (!use.isAllowed) return refused(use.code, use.limit);
  noteUse(ctx, row, given.caller);
  return { valid: true, error: null, key: showKey(row), principal: principalFor(found, permissions, use.limit) };
}

/** What the key may now: of a user never more than the user may. */
const allowed = async (options: ApiKeyOptions, { row, user }: FoundKey): Promise<Permissions> =>
  row.permissions === null
    ? {}
    : effectivePermissions(row.permissions, user ? await permissionsOf(options, user) : everything(options.statements));

const principalFor = (
  { row, user }: FoundKey,
  permissions: Permissions,
  limit: PrincipalLimit | null,
): MachinePrincipal<"api-key"> => ({
  kind: "api-key",
  id: row.id,
  userId: user?.id ?? null,
  organizationId: user ? null : row.referenceId,
  scopes: [],
  permissions: permissions as PrincipalPermissions,
  limit,
});

function refused(code: KeyErrorReason, limit: PrincipalLimit | null = null): VerifiedKey {
  const { message }: ErrorEntry = apiKeyErrors[code];
  const details = limit && { tryAgainIn: limit.resetSeconds * 1000 };
  return { valid: false, error: { code, message, details }, key: null, principal: null };
}
