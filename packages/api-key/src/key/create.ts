import type { Permissions } from "@keyhold/access";
import type { Session } from "@keyhold/core";
import { type Context, commonErrors, fingerprint, randomText, type TxContext, userModel } from "@keyhold/core/plugin";
import { makePastedSecret } from "@keyhold/core/principal";
import { mayAct, requireLiveSession } from "@keyhold/core/session";
import { sendCreated } from "../emails.js";
import { apiKeyErrors } from "../errors.js";
import { emit } from "../events.js";
import { checkNewKey, lockOrganization, memberPermissions } from "../hooks/offers.js";
import { type ApiKeyRow, apiKeyModel, type CreatedApiKey } from "../models.js";
import type { ApiKeyOptions } from "../options.js";
import { nextNotice } from "./expiry-notices.js";
import { startOf } from "./find.js";
import { exceedsMember } from "./membership.js";
import { recipientsOf } from "./recipients.js";
import { showKey } from "./show.js";

/** The user or the organization of a key. */
export interface KeyOwner {
  /** Null: the key belongs to the organization. */
  readonly userId: string | null;
  /** Of a user's key: the organization of which the user must be a member; null: no organization. */
  readonly organizationId: string | null;
  /** The id of the owner: of the user, else of the organization. */
  readonly referenceId: string;
}

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

type CreateErrors = "API_KEY_LIMIT_REACHED" | "USER_NOT_MEMBER_OF_ORGANIZATION" | "INSUFFICIENT_API_KEY_PERMISSIONS";

/** A new key, and its maker. */
interface KeyDraft {
  readonly owner: KeyOwner;
  /** Of the user who makes the key; null: the app makes the key. */
  readonly session: Session | null;
  readonly values: NewKey;
  /** Fails if the maker may not make this key. Called with the maker and the organization locked. */
  readonly authorize?: (ctx: TxContext<CreateErrors>) => Promise<void>;
}

/**
 * Makes a key, with its user or its organization locked: no owner gets more keys than allowed, a deleted owner gets no key,
 * and a member who was removed or has lost a role a moment ago makes no key.
 *
 * @throws AuthError API_KEY_LIMIT_REACHED, USER_NOT_MEMBER_OF_ORGANIZATION, UNAUTHORIZED, the error of `authorize`, or of
 *   a hook at "user.act"
 */
export async function createKey(
  ctx: Context<CreateErrors>,
  options: ApiKeyOptions,
  { owner, session, values, authorize }: KeyDraft,
): Promise<CreatedApiKey> {
  const { userId, organizationId, referenceId } = owner;
  const actorId = session?.userId ?? null;
  const made = newSecret(values.prefix, userId === null);
  const told = session && options.sendChangeEmails ? await recipientsOf(ctx, owner) : [];
  const write = async (ctx: TxContext<CreateErrors>): Promise<ApiKeyRow> => {
    if (organizationId !== null && !(await lockOrganization(ctx, organizationId)))
      return ctx.fail(apiKeyErrors.USER_NOT_MEMBER_OF_ORGANIZATION);
    await requireMember(ctx, owner, values.permissions);
    await authorize?.(ctx);
    await checkNewKey(ctx, { userId, organizationId }, actorId);
    const max = userId === null ? options.maxPerOrganization : options.maxPerUser;
    if ((await ctx.db.count(apiKeyModel, { referenceId })) >= max) return ctx.fail(apiKeyErrors.API_KEY_LIMIT_REACHED);
    const row = await ctx.db.insert(apiKeyModel, {
      ...rowOf(values, ctx.now()),
      start: startOf(made),
      key: fingerprint(made.secret),
      referenceId,
      userId,
      organizationId,
      createdBy: actorId,
    });
    emit(ctx, { type: "api-key.created", keyId: row.id, referenceId, actorId });
    for (const user of told) sendCreated(ctx, user, row);
    return row;
  };
  const lockedId = actorId ?? userId;
  const row =
    lockedId === null
      ? await ctx.transaction(write)
      : await ctx.transactionOn(userModel, lockedId, async (ctx, user) => {
          // The user may have ended the session meanwhile.
          if (session) await requireLiveSession(ctx, session);
          await mayAct(ctx, user);
          return write(ctx);
        });
  // The user was deleted meanwhile.
  if (!row) return ctx.fail(session ? commonErrors.UNAUTHORIZED : apiKeyErrors.USER_NOT_MEMBER_OF_ORGANIZATION);
  return { ...showKey(row), key: made.text };
}

/** Of a user's key that names an organization: the user must be a member, with the permissions of the key. */
async function requireMember(
  ctx: TxContext<CreateErrors>,
  { userId, organizationId }: KeyOwner,
  permissions: Permissions | null,
): Promise<void> {
  if (userId === null || organizationId === null) return;
  const member = await memberPermissions(ctx, { userId, organizationId });
  if (!member) return ctx.fail(apiKeyErrors.USER_NOT_MEMBER_OF_ORGANIZATION);
  if (exceedsMember(permissions ?? {}, member)) ctx.fail(apiKeyErrors.INSUFFICIENT_API_KEY_PERMISSIONS);
}

const rowOf = ({ rateLimit, permissions, ...values }: NewKey, now: Date) => ({
  ...values,
  permissions: permissions && JSON.stringify(permissions),
  enabled: true,
  rateLimitEnabled: rateLimit !== null,
  rateLimitMax: rateLimit?.max ?? null,
  rateLimitTimeWindow: rateLimit && rateLimit.windowSeconds * 1000,
  lastRefillAt: null,
  noticeAt: nextNotice(values.expiresAt, now),
  createdAt: now,
  updatedAt: now,
});
