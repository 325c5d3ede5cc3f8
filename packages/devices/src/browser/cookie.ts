import { readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { type Caller, defineExpiringValue, fingerprint, type HookContext, randomText } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

/** The cookie that marks a browser, or the part of `auth-state` in token mode. Grants no access. */
export const deviceCookie = "device_mark";

const tokenLength = 32;
const maxAgeSeconds = 400 * 86_400;

/**
 * The encrypted token that a browser without a mark has just got, by user, client address and user agent: sign-ins of the
 * browser that began before the cookie arrived get the same token.
 */
const newMarks = defineExpiringValue("device-mark", { lifetimeSeconds: 10, value: z.string() });

/** A sign-in of a locked user. */
export interface MarkedSignIn {
  readonly userId: string;
  /** The user is created in this transaction: no other sign-in of the user exists. */
  readonly isNewUser: boolean;
  readonly caller: Caller;
}

/** The mark of a browser. */
export interface BrowserMark {
  /** Users who share a browser have different hashes: no row tells which users share a browser. */
  readonly browserHash: string;
  readonly cookies: readonly string[];
}

/** The mark of the caller's browser, a new mark if the browser has none, and the cookie that keeps the mark. */
export async function markBrowser(ctx: HookContext, signIn: MarkedSignIn): Promise<BrowserMark> {
  const known = readSignedCookies(ctx, signIn.caller, deviceCookie).find(({ length }) => length === tokenLength);
  const value = known ?? (await newToken(ctx, signIn));
  const cookies = [signedCookie(ctx, { name: deviceCookie, value, maxAgeSeconds })];
  return { browserHash: fingerprint(`${value}.${signIn.userId}`), cookies };
}

async function newToken(ctx: HookContext, { userId, isNewUser, caller }: MarkedSignIn): Promise<string> {
  const { ipAddress, userAgent } = caller;
  if (isNewUser || ipAddress === null) return randomText(tokenLength);
  const name = JSON.stringify([userId, ipAddress, userAgent]);
  const place = [newMarks.purpose, name];
  const present = await newMarks.find(ctx, name);
  const opened = present && (await ctx.encryptedValues.open(place, present.value));
  if (opened) return opened.text;
  const token = randomText(tokenLength);
  await newMarks.put(ctx, name, await ctx.encryptedValues.encrypt(place, token));
  return token;
}
