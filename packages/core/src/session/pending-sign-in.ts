import { defineExpiringValue } from "../adapter/expiring-value.js";
import { isIn } from "../adapter/where.js";
import type { AuthMethod } from "../contract/auth-method.js";
import type { Caller, Context, TxContext } from "../contract/context.js";
import type { SignInMethod } from "../contract/events.js";
import * as z from "../contract/schema.js";
import { derivedId } from "../model/derived-id.js";
import { type SessionRow, type User, verificationModel } from "../model/models.js";
import { credentialVersionOf } from "../records/user/credential-version.js";
import { fingerprint } from "../secret/hash.js";
import { randomText } from "../secret/random.js";
import { clearedSignedCookie, readSignedCookies, signedCookie } from "./cookie.js";
import { hasEnded } from "./lifetime.js";
import { presentSession } from "./present-session.js";

const stored = z.object({
  userId: z.string(),
  method: z.custom<SignInMethod>(),
  /** What has been proven so far. */
  methods: z.array(z.custom<AuthMethod>()).readonly(),
  isRemembered: z.boolean(),
  isNewUser: z.boolean(),
  wrongPasswordsBefore: z.number(),
  /** Where the browser was going; null for a script that gave none. */
  callbackURL: z.string().nullable(),
  /** What the sign-in writes once all is given (`KeptWrites`); null: no writes. Undefined in a row of an earlier version. */
  writes: z.object({ plugin: z.string(), data: z.unknown() }).nullish(),
  /** The id of the browser's session at the first factor; null: no session. Undefined in a row of an earlier version. */
  besidesSession: z.string().nullish(),
  /** In a row of an earlier version: the stored token of that session. */
  besides: z.string().nullish(),
  /** See `credentialVersionOf`: a new password or address ends the sign-in. */
  credentialVersion: z.string(),
});

/** A sign-in of which more is asked. Grants no access: no route accepts a pending sign-in as a session. */
export interface PendingSignIn extends Readonly<z.infer<typeof stored>> {
  /** The id of the row. */
  readonly id: string;
}

/** What is kept of a sign-in. */
export type KeptSignIn = Omit<PendingSignIn, "id" | "userId" | "credentialVersion" | "besidesSession" | "besides">;

const cookie = "two_factor";
const lifetimeSeconds = 600;

/** By the id of the user, so that one statement ends all of the sign-ins. The secret in the cookie makes the id of the row. */
const pendingSignIns = defineExpiringValue("pending-sign-in", { lifetimeSeconds, value: stored });
const idOf = (secret: string): string => derivedId(`pending-sign-in ${secret}`);

/** A header may have many signed cookies of this name: each costs a statement. */
const maxCookies = 3;

const secretsOf = (ctx: Pick<Context, "settings" | "cookieKeys">, caller: Caller): readonly string[] =>
  readSignedCookies(ctx, caller, cookie).slice(0, maxCookies);

/**
 * The session of the caller's browser. The token of a session changes at each proof, so a pending sign-in has the
 * session's id.
 */
async function openSessionOf(ctx: Context | TxContext, caller: Caller): Promise<SessionRow | null> {
  const session = await presentSession(ctx, caller);
  return session && !hasEnded(ctx, session) ? session : null;
}

/** Whether a pending sign-in began beside this session. */
const isBeside = ({ besidesSession, besides }: Omit<PendingSignIn, "id">, { id, token }: SessionRow): boolean =>
  besidesSession === undefined
    ? besides === undefined || besides === token || besides === fingerprint(token)
    : besidesSession === id;

/** Keeps a sign-in for ten minutes, for this browser: answers with the cookie that contains the secret. */
export async function issuePendingSignIn(
  ctx: TxContext,
  user: User,
  kept: KeptSignIn,
  caller: Caller,
): Promise<readonly string[]> {
  const secret = randomText(32);
  const credentialVersion = await credentialVersionOf(ctx, user);
  const besidesSession = (await openSessionOf(ctx, caller))?.id ?? null;
  const value = { ...kept, userId: user.id, besidesSession, credentialVersion };
  const row = { ...pendingSignIns.rowOf(ctx, user.id, value), id: idOf(secret) };
  await ctx.db.insert(verificationModel, row, {
    onConflict() {
      throw new Error("Two sign-ins got the same random secret.");
    },
  });
  return [signedCookie(ctx, { name: cookie, value: secret, maxAgeSeconds: lifetimeSeconds })];
}

/**
 * The pending sign-in of the caller's browser; null if there is no pending sign-in, or an expired one. A pending
 * sign-in that began beside another session than the caller's is not the caller's: a sibling subdomain may have planted
 * the cookie.
 */
export async function readPendingSignIn(ctx: Context, caller: Caller): Promise<PendingSignIn | null> {
  let present: SessionRow | null = null;
  for (const secret of secretsOf(ctx, caller)) {
    const found = await pendingSignIns.find(ctx, { id: idOf(secret) });
    if (!found) continue;
    present ??= await openSessionOf(ctx, caller);
    if (present === null || isBeside(found.value, present)) return { ...found.value, id: found.id };
  }
  return null;
}

/** Whether a pending sign-in of a locked user can still be finished: it has not ended, with this password and address. */
export const isLivePending = async (ctx: TxContext, user: User, { id }: PendingSignIn): Promise<boolean> =>
  isOf(ctx, user, (await pendingSignIns.find(ctx, { id }))?.value);

/**
 * Consumes a pending sign-in of a locked user. Of many callers only the first gets true. False: the sign-in was
 * consumed, has ended, or the password or address has changed.
 */
export async function takePendingSignIn(ctx: TxContext, user: User, { id }: PendingSignIn): Promise<boolean> {
  return isOf(ctx, user, await pendingSignIns.consume(ctx, { id }));
}

const isOf = async (
  ctx: TxContext,
  user: User,
  pending: Pick<PendingSignIn, "userId" | "credentialVersion"> | null | undefined,
): Promise<boolean> =>
  pending?.userId === user.id && pending.credentialVersion === (await credentialVersionOf(ctx, user));

/** Ends the pending sign-ins of a user, in every browser. */
export async function endPendingSignIns(ctx: TxContext, { id }: Pick<User, "id">): Promise<void> {
  if (ctx.hooks("session.ask").length > 0) await pendingSignIns.end(ctx, id);
}

/** Ends the pending sign-in of the caller's browser; answers with the removal of the cookie. */
export async function endPendingSignIn(ctx: Context, caller: Caller): Promise<readonly string[]> {
  const secrets = secretsOf(ctx, caller);
  if (secrets.length > 0) await ctx.db.remove(verificationModel, { id: isIn(secrets.map(idOf)) });
  return leftPendingCookie(ctx, caller);
}

/** The removal of the cookie in a browser with a pending sign-in: a session is opened. */
export const leftPendingCookie = (
  ctx: Pick<Context | TxContext, "settings" | "cookieKeys">,
  caller: Caller,
): readonly string[] => (readSignedCookies(ctx, caller, cookie).length > 0 ? [clearedSignedCookie(ctx, cookie)] : []);
