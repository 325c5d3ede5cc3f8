import { includes, type Permissions } from "@keyhold/access";
import type { ErrorEntry, User } from "@keyhold/core";
import type { Caller, Context } from "@keyhold/core/plugin";
import {
  type ApiKeyPrincipal,
  type PrincipalLimit,
  type PrincipalPermissions,
  rateLimitHeaders,
} from "@keyhold/core/principal";
import { apiKeyErrors } from "../errors.js";
import { type MemberPermissions, memberPermissions } from "../hooks/offers.js";
import type { ApiKey } from "../models.js";
import { type ApiKeyOptions, permissionsOf } from "../options.js";
import { type FoundKey, findKey } from "./find.js";
import { ownerMayAct } from "./may-act.js";
import { cutToMember } from "./membership.js";
import { noteUse } from "./note-use.js";
import { effectivePermissions, withinStatements } from "./permissions.js";
import { showKey } from "./show.js";
import { countUse, type UseVerdict } from "./use.js";

/** Why a key is not accepted. */
export type KeyErrorReason =
  | "INVALID_API_KEY"
  | "KEY_DISABLED"
  | "KEY_EXPIRED"
  | "USAGE_EXCEEDED"
  | "RATE_LIMITED"
  | "INSUFFICIENT_API_KEY_PERMISSIONS"
  | "OWNER_MAY_NOT_ACT";

/** When a key may be used again. */
export interface KeyErrorDetails {
  /** Milliseconds. */
  readonly tryAgainIn: number;
  /** `Retry-After` and, of RATE_LIMITED, `RateLimit` and `RateLimit-Policy`, for the answer with status 429. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The error of a rejected key. */
export interface KeyError {
  readonly code: KeyErrorReason;
  readonly message: string;
  /** Of RATE_LIMITED, and of USAGE_EXCEEDED for a key with refills; else null. */
  readonly details: KeyErrorDetails | null;
}

/** What is known of a key. */
export type VerifiedKey =
  | {
      readonly valid: true;
      readonly error: null;
      readonly key: ApiKey;
      readonly principal: ApiKeyPrincipal;
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

/** Checks a key, and counts its use: one statement, unless the key names an organization, or has limited uses or a limit that a database counts. */
export async function verifyKey(ctx: Context, options: ApiKeyOptions, given: GivenKey): Promise<VerifiedKey> {
  const needsUser = options.permissionsOf !== null || ctx.hooks("user.act").length > 0;
  const found = await findKey(ctx, given.text, { needsUser });
  if (!found) return refused("INVALID_API_KEY");
  const { row, userId, user } = found;
  if (given.configId !== undefined && row.configId !== given.configId) return refused("INVALID_API_KEY");
  if (!row.enabled) return refused("KEY_DISABLED");
  if (row.expiresAt !== null && !(row.expiresAt > ctx.now())) return refused("KEY_EXPIRED");
  if (user && !(await ownerMayAct(ctx, user))) return refused("OWNER_MAY_NOT_ACT");
  const { organizationId } = row;
  const member =
    userId !== null && organizationId !== null ? await memberPermissions(ctx, { organizationId, userId }) : undefined;
  if (member === null) return refused("OWNER_MAY_NOT_ACT");
  const key = showKey(row);
  const permitted = allowed(options, key, { user, member });
  const permissions = permitted instanceof Promise ? await permitted : permitted;
  if (given.permissions && !includes(permissions, given.permissions))
    return refused("INSUFFICIENT_API_KEY_PERMISSIONS");
  const counted = countUse(ctx, row, { options, request: given.request });
  const use = counted instanceof Promise ? await counted : counted;
  if (!use.isAllowed) return refused(use.code, detailsOf(ctx, use));
  noteUse(ctx, row, given.caller);
  return { valid: true, error: null, key, principal: principalFor(found, permissions, use.limit) };
}

/** What the key may now: of a user never more than the user may, and in an organization than the member may. */
function allowed(
  options: ApiKeyOptions,
  { permissions: stored }: Pick<ApiKey, "permissions">,
  { user, member }: { readonly user: User | null; readonly member: MemberPermissions | undefined },
): Permissions | Promise<Permissions> {
  if (stored === null) return {};
  const cut = (permissions: Permissions): Permissions => (member ? cutToMember(permissions, member) : permissions);
  if (user === null || options.permissionsOf === null) return cut(withinStatements(stored, options.statements));
  return permissionsOf(options, user).then((limit) => cut(effectivePermissions(stored, limit)));
}

const principalFor = (
  { row, userId }: FoundKey,
  permissions: Permissions,
  limit: PrincipalLimit | null,
): ApiKeyPrincipal => ({
  kind: "api-key",
  id: row.id,
  userId,
  organizationId: userId !== null ? row.organizationId : row.referenceId,
  configId: row.configId,
  scopes: [],
  permissions: permissions as PrincipalPermissions,
  limit,
});

function detailsOf(
  { now }: Pick<Context, "now">,
  use: Exclude<UseVerdict, { isAllowed: true }>,
): KeyErrorDetails | null {
  if (use.code === "RATE_LIMITED") return retryIn(use.limit.resetSeconds * 1000, rateLimitHeaders(use));
  return use.refillAt && retryIn(use.refillAt.getTime() - now().getTime(), {});
}

const retryIn = (tryAgainIn: number, headers: Readonly<Record<string, string>>): KeyErrorDetails => ({
  tryAgainIn,
  headers: { "retry-after": String(Math.ceil(tryAgainIn / 1000)), ...headers },
});

function refused(code: KeyErrorReason, details: KeyErrorDetails | null = null): VerifiedKey {
  const { message }: ErrorEntry = apiKeyErrors[code];
  return { valid: false, error: { code, message, details }, key: null, principal: null };
}
