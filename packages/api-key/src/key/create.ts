import type { Permissions } from "@keyhold/access";
import type { Session } from "@keyhold/core";
import { type Context, fingerprint, randomText, type TxContext, userModel } from "@keyhold/core/plugin";
import { makePastedSecret } from "@keyhold/core/principal";
import { mayAct, requireLiveSession } from "@keyhold/core/session";
import { apiKeyErrors } from "../errors.js";
import { emit } from "../events.js";
import { lockOrganization } from "../hooks/offers.js";
import { type ApiKeyRow, apiKeyModel, type CreatedApiKey } from "../models.js";
import type { ApiKeyOptions } from "../options.js";
import { startOf } from "./find.js";
import { showKey } from "./show.js";

/** The user or the organization of a key. */
export type KeyOwner = { readonly userId: string } | { readonly organizationId: string };

/** The values of a new key, checked. */
export interface NewKey {
  readonly name: string | null;
  readonly prefix: string;
  readonly configId: string;
  readonly expiresAt: Date | null;
  readonly permissions: Permissions | null;
  /** JSON. */
  readonly metadata: string | null;
  readonly remaining: number | null;
  readonly refillAmount: number | null;
  readonly refillInterval: number | null;
  readonly rateLimit: { readonly max: number; readonly windowSeconds: number } | null;
}

const [lowerCase, upperCase] = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** A new secret for a key of a user or of an organization. */
export const newSecret = (prefix: string, isOfOrganization: boolean): ReturnType<typeof makePastedSecret> =>
  makePastedSecret(prefix, randomText(1, isOfOrganization ? upperCase : lowerCase) + randomText(9));

/**
 * Makes a key; `session`: of the user who makes the key, null for the app. The user or the organization is locked, so that no more keys than allowed are made, and no key for a
 * deleted owner.
 *
 * @throws AuthError API_KEY_LIMIT_REACHED, UNAUTHORIZED, or the error of a hook at "user.act"
 */
export async function createKey(
  ctx: Context<"API_KEY_LIMIT_REACHED" | "USER_NOT_MEMBER_OF_ORGANIZATION">,
  options: ApiKeyOptions,
  given: { readonly owner: KeyOwner; readonly session: Session | null; readonly values: NewKey },
): Promise<CreatedApiKey> {
  const { owner, session } = given;
  const actorId = session?.userId ?? null;
  const made = newSecret(given.values.prefix, "organizationId" in owner);
  const write = async (ctx: TxContext<"API_KEY_LIMIT_REACHED">, max: number): Promise<ApiKeyRow> => {
    const referenceId = "userId" in owner ? owner.userId : owner.organizationId;
    if ((await ctx.db.count(apiKeyModel, { referenceId })) >= max) return ctx.fail(apiKeyErrors.API_KEY_LIMIT_REACHED);
    const row = await ctx.db.insert(apiKeyModel, {
      ...rowOf(given.values, ctx.now()),
      start: startOf(made),
      key: fingerprint(made.secret),
      referenceId,
      userId: "userId" in owner ? owner.userId : null,
      createdBy: actorId,
    });
    emit(ctx, { type: "api-key.created", keyId: row.id, referenceId, actorId });
    return row;
  };
  const row =
    "userId" in owner
      ? await ctx.transactionOn(userModel, owner.userId, async (ctx, user) => {
          // The user may have ended the session meanwhile.
          if (session) await requireLiveSession(ctx, session);
          await mayAct(ctx, user);
          return write(ctx, options.maxPerUser);
        })
      : await ctx.transaction(async (ctx) =>
          (await lockOrganization(ctx, owner.organizationId)) ? write(ctx, options.maxPerOrganization) : null,
        );
  if (!row) return ctx.fail(apiKeyErrors.USER_NOT_MEMBER_OF_ORGANIZATION);
  return { ...showKey(row), key: made.text };
}

const rowOf = ({ rateLimit, permissions, ...values }: NewKey, now: Date) => ({
  ...values,
  permissions: permissions && JSON.stringify(permissions),
  enabled: true,
  rateLimitEnabled: rateLimit !== null,
  rateLimitMax: rateLimit?.max ?? null,
  rateLimitTimeWindow: rateLimit && rateLimit.windowSeconds * 1000,
  lastRefillAt: null,
  createdAt: now,
  updatedAt: now,
});
