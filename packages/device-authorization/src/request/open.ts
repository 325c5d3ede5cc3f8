import { type Context, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { actorOf, requireLiveSession } from "@keyhold/core/session";
import { deviceAuthorizationErrors } from "../errors.js";
import { type DeviceCode, deviceCodeModel } from "../models.js";
import type { DeviceAuthorizationOptions } from "../options.js";
import { clientOf } from "./client.js";
import { findByUserCode } from "./find.js";
import type { Trying } from "./tries.js";
import { shownUserCode } from "./user-code.js";

/** What a page shows of a request: all of it to the user who has opened the code first. */
export const openedRequest = z.object({
  user_code: z.string(),
  status: z.enum(["pending", "approved", "denied"]),
  client_id: z.string().optional(),
  client_name: z.string().optional(),
  scope: z.string().optional(),
  /** The client address of the device; null: not known. */
  requestedFrom: z.string().nullable().optional(),
  /** The country of the device, by the option `countryOf`; null: not known. */
  requestedCountry: z.string().nullable().optional(),
});

/** A value of `openedRequest`. */
export interface OpenedRequest {
  readonly user_code: string;
  readonly status: "pending" | "approved" | "denied";
  readonly client_id?: string;
  readonly client_name?: string;
  readonly scope?: string;
  readonly requestedFrom?: string | null;
  readonly requestedCountry?: string | null;
}

/**
 * Opens the request of a device by its user code: the first user who opens a code claims it.
 *
 * @throws AuthError INVALID_REQUEST, EXPIRED_TOKEN, TOO_MANY_REQUESTS
 */
export async function openRequest(
  ctx: Context<"INVALID_REQUEST" | "EXPIRED_TOKEN">,
  typed: string,
  { session, caller }: Trying,
  options: DeviceAuthorizationOptions,
): Promise<OpenedRequest> {
  const found = await findByUserCode(ctx, typed, { session, caller });
  if (found.expiresAt <= ctx.now()) ctx.fail(deviceAuthorizationErrors.EXPIRED_TOKEN);
  // An administrator in the user's place opens no code of the user.
  const own = session && actorOf(ctx, session) === null ? session : null;
  const code = own && found.userId === null ? await claim(ctx, found, own) : found;
  const { status, clientId, scope, requestedIp, requestedCountry } = code;
  const shown = { user_code: shownUserCode(code.userCode), status };
  if (!own || code.userId !== own.userId) return shown;
  const client_name = clientOf(options, clientId)?.name ?? clientId;
  return { ...shown, client_id: clientId, client_name, scope, requestedFrom: requestedIp, requestedCountry };
}

/** Gives a code to the user of a session, unless another user has it. The lock decides between two users. */
async function claim(
  ctx: Context<"INVALID_REQUEST">,
  { id }: DeviceCode,
  session: NonNullable<Trying["session"]>,
): Promise<DeviceCode> {
  const claimed = await ctx.transactionOn(userModel, session.userId, async (ctx, { id: userId }) => {
    await requireLiveSession(ctx, session);
    const code = await ctx.db.lock(deviceCodeModel, id);
    if (code?.userId !== null) return code && { ...code };
    return ctx.db.update(deviceCodeModel, id, { userId, claimedAt: ctx.now() });
  });
  return claimed ?? ctx.fail(deviceAuthorizationErrors.INVALID_REQUEST);
}
