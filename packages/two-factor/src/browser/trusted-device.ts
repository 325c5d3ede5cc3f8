import { clearedSignedCookie, readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { after, type Caller, type Context, fingerprint, isIn, randomText, type TxContext } from "@keyhold/core/plugin";
import { sendNotice } from "../emails.js";
import { emit } from "../events.js";
import { type LockedUser, type TrustedDevice, trustedDeviceModel } from "../models.js";

const cookie = "trust_device";
/** Accounts of one browser that trust it. */
const maxTokens = 5;
const tokenLength = 32;

type CookieContext = Pick<Context | TxContext, "settings" | "cookieKeys">;

/** The tokens of the caller's browser, of every account that trusts it, newest first. */
const tokensOf = (ctx: CookieContext, caller: Caller): readonly string[] =>
  readSignedCookies(ctx, caller, cookie)
    .flatMap((value) => value.split("."))
    .filter((token) => token.length === tokenLength)
    .slice(0, maxTokens);

const cookieOf = (ctx: CookieContext, tokens: readonly string[], maxAgeSeconds: number): string =>
  tokens.length === 0
    ? clearedSignedCookie(ctx, cookie)
    : signedCookie(ctx, { name: cookie, value: tokens.slice(0, maxTokens).join("."), maxAgeSeconds });

/** Trusts the caller's browser for a locked user: answers with the cookie. */
export async function trustDevice(
  ctx: TxContext,
  user: LockedUser,
  { caller, seconds }: { readonly caller: Caller; readonly seconds: number },
): Promise<readonly string[]> {
  const token = randomText(tokenLength);
  const now = ctx.now();
  const { ipAddress, userAgent } = caller;
  const row = {
    userId: user.id,
    hash: fingerprint(token),
    expiresAt: new Date(now.getTime() + seconds * 1000),
    createdAt: now,
    lastUsedAt: now,
    ipAddress,
    userAgent,
  };
  const device = await ctx.db.insert(trustedDeviceModel, row, user, {
    onConflict() {
      throw new Error("Two trusted browsers got the same random token.");
    },
  });
  emit(ctx, { type: "two-factor.device-trusted", userId: user.id, deviceId: device.id });
  await sendNotice(ctx, user, "two-factor.device-trusted");
  return [cookieOf(ctx, [token, ...tokensOf(ctx, caller)], seconds)];
}

/** The trusted browser of the caller for a user; null: it is not trusted by this user. */
export async function findTrusted(
  ctx: Context | TxContext,
  caller: Caller,
  userId: string,
): Promise<TrustedDevice | null> {
  const tokens = tokensOf(ctx, caller);
  if (tokens.length === 0) return null;
  const hash = isIn(tokens.map(fingerprint));
  return ctx.db.find(trustedDeviceModel, { hash, userId, expiresAt: after(ctx.now()) });
}

/** Renews a trusted browser at a sign-in of its locked user: answers with the cookie. */
export async function renewTrusted(
  ctx: TxContext,
  user: LockedUser,
  device: TrustedDevice,
  { caller, seconds }: { readonly caller: Caller; readonly seconds: number },
): Promise<readonly string[]> {
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  await ctx.db.update(trustedDeviceModel, device.id, { lastUsedAt: now, expiresAt }, user);
  return [cookieOf(ctx, tokensOf(ctx, caller), seconds)];
}

/** Ends all trusted browsers of a locked user, or one of them. */
export const endTrusted = (ctx: TxContext, user: LockedUser, id?: string): Promise<number> =>
  ctx.db.remove(trustedDeviceModel, id === undefined ? { userId: user.id } : { userId: user.id, id }, user);
