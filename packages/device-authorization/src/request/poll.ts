import { isAuthError } from "@keyhold/core";
import {
  type AuthMethod,
  type Caller,
  type Context,
  fingerprint,
  type Locked,
  type TxContext,
  updateSession,
  userModel,
} from "@keyhold/core/plugin";
import { type OpenedSession, openSession } from "@keyhold/core/session";
import { deviceAuthorizationErrors } from "../errors.js";
import { type DeviceCode, deviceCodeModel, type LockedCode } from "../models.js";

/** Why a poll gets no token. */
type Refusal =
  | "INVALID_GRANT"
  | "EXPIRED_TOKEN"
  | "SLOW_DOWN"
  | "AUTHORIZATION_PENDING"
  | "ACCESS_DENIED"
  | "FAILED_TO_CREATE_SESSION";

/** The poll of a device. */
export interface Poll {
  readonly deviceCode: string;
  readonly clientId: string;
  readonly caller: Caller;
}

/** The session of a device. */
export interface DeviceToken extends Pick<OpenedSession, "token"> {
  readonly expiresAt: Date;
  readonly scope: string;
}

/** RFC 8628, section 3.5. */
const slowDownMilliseconds = 5000;
/** A poll that was sent in time may arrive sooner after the poll before. */
const toleranceMilliseconds = 250;

/**
 * Answers the poll of a device: of many polls at one time after the approval, one gets the session.
 *
 * @throws AuthError INVALID_GRANT, EXPIRED_TOKEN, SLOW_DOWN, AUTHORIZATION_PENDING, ACCESS_DENIED
 */
export async function pollToken(ctx: Context<Refusal>, { deviceCode, clientId, caller }: Poll): Promise<DeviceToken> {
  const code = await ctx.db.find(deviceCodeModel, { deviceCode: fingerprint(deviceCode) });
  if (code?.clientId !== clientId) return ctx.fail(deviceAuthorizationErrors.INVALID_GRANT);
  const answer = code.status === "approved" ? await take(ctx, code, caller) : await wait(ctx, code);
  return typeof answer === "string" ? ctx.fail(deviceAuthorizationErrors[answer]) : answer;
}

/** The refusal is returned, not thrown: a thrown error would undo the count. */
async function wait(ctx: Context<Refusal>, { id }: DeviceCode): Promise<Refusal> {
  const refusal = await ctx.transactionOn(deviceCodeModel, id, async (ctx, code) => {
    // An approval of this moment is for the next poll, which locks the user first.
    return (await countPoll(ctx, code)) ?? "AUTHORIZATION_PENDING";
  });
  return refusal ?? "INVALID_GRANT";
}

/** Counts a poll of a locked code; null: the code is approved, and the poll is in time. */
async function countPoll(ctx: TxContext<Refusal>, code: LockedCode): Promise<Refusal | null> {
  const now = ctx.now();
  if (code.expiresAt <= now) return "EXPIRED_TOKEN";
  const passed = code.lastPolledAt === null ? null : now.getTime() - code.lastPolledAt.getTime();
  // Negative: another process with another clock.
  const isEarly = passed !== null && passed < code.pollingInterval - toleranceMilliseconds;
  const pollingInterval = code.pollingInterval + (isEarly ? slowDownMilliseconds : 0);
  await ctx.db.update(deviceCodeModel, code.id, { lastPolledAt: now, pollingInterval });
  if (isEarly) return "SLOW_DOWN";
  if (code.status === "approved") return null;
  return code.status === "denied" ? "ACCESS_DENIED" : "AUTHORIZATION_PENDING";
}

/** Opens the session of an approved code. */
async function take(ctx: Context<Refusal>, { id, userId }: DeviceCode, caller: Caller): Promise<DeviceToken | Refusal> {
  try {
    const taken = await ctx.transactionOn(userModel, userId ?? "", async (ctx, user) => {
      const code = await ctx.db.lock(deviceCodeModel, id);
      if (!code) return "INVALID_GRANT" as const;
      return (await countPoll(ctx, code)) ?? open(ctx, user, code, caller);
    });
    return taken ?? "INVALID_GRANT";
  } catch (thrown) {
    // A hook says that the user may not act, e.g. because of a ban: the approval has ended.
    if (!isAuthError(thrown) || thrown.status !== 403) throw thrown;
    await ctx.db.remove(deviceCodeModel, { id });
    return "ACCESS_DENIED";
  }
}

/**
 * The user has proven nothing on the device: a route that asks for a recent proof asks again, so that the holder of a
 * stolen approval changes no address and makes no key.
 */
const noProof = new Date(0);

async function open(
  ctx: TxContext<Refusal>,
  user: Locked<typeof userModel>,
  { id, clientId: deviceClientId, scope, amr, factorTime }: LockedCode,
  caller: Caller,
): Promise<DeviceToken | Refusal> {
  await ctx.db.remove(deviceCodeModel, { id });
  const known = (amr?.split(",") ?? []) as readonly AuthMethod[];
  // A later change of the factors leaves "mfa" in the methods, and takes the time.
  const methods: readonly AuthMethod[] = factorTime === null ? ["device"] : ["mfa", "device"];
  const columns = { deviceClientId, deviceScope: scope };
  const opened = await openSession(ctx, user, {
    method: "device",
    proof: { methods },
    isRemembered: true,
    columns,
    caller,
  });
  // A factor is required since the approval.
  if (opened.kind === "asked") return "ACCESS_DENIED";
  const all = [...new Set([...known, "device"])].join(",");
  await updateSession(ctx, opened.session, { amr: all, authTime: noProof, factorTime: factorTime && noProof });
  return { token: opened.token, expiresAt: opened.session.expiresAt, scope };
}
