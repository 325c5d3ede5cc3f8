import type { Locked } from "../adapter/adapter.js";
import type { AuthMethod } from "../contract/auth-method.js";
import type { Caller, TxContext } from "../contract/context.js";
import type { userModel } from "../model/models.js";
import { mayAct } from "../records/user/may-act.js";
import { noteFactor } from "./factor-given.js";
import { knownBrowserCookies } from "./known-browser.js";
import { type AskedSignIn, type OpenedSession, openSession } from "./open.js";
import { leftPendingCookie, type PendingSignIn, takePendingSignIn } from "./pending-sign-in.js";
import { resumedWrites } from "./sign-in-writes.js";

/** What the user has given since more was asked. */
export interface FurtherProof {
  readonly methods: readonly AuthMethod[];
  readonly caller: Caller;
  /** Work after the pending sign-in was used up and before a session is opened, e.g. to end all others. */
  readonly before?: () => Promise<void>;
}

/**
 * Goes on with a pending sign-in of a locked user, once. The hooks are asked again about all that is proven now. Null:
 * the sign-in has ended meanwhile.
 */
export async function resumeSignIn(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  pending: PendingSignIn,
  { methods, caller, before }: FurtherProof,
): Promise<OpenedSession | AskedSignIn | null> {
  if (!(await takePendingSignIn(ctx, user, pending))) return null;
  await before?.();
  const proof = { methods: [...pending.methods, ...methods] };
  // A recovery gives no factor: what waited for the factor is left out.
  const isRecovery = methods.includes("recovery") && !methods.includes("mfa");
  const kept = isRecovery ? null : (pending.writes ?? null);
  const writes = resumedWrites(ctx, user, kept);
  const opened = await openSession(ctx, user, { ...pending, proof, writes, caller });
  if (opened.kind === "asked") return opened;
  return { ...opened, cookies: [...opened.cookies, ...knownBrowserCookies(ctx, caller, user.id)] };
}

/** A pending sign-in that has ended without a session. */
export interface ClosedSignIn {
  /** The user after the writes of the sign-in, e.g. with a linked identity. */
  readonly user: Locked<typeof userModel>;
  readonly cookies: readonly string[];
}

/**
 * Ends a pending sign-in of a locked user after a second factor, once, and opens no session: for a client that asks for
 * the proof alone. What the sign-in writes to the account is written. Null: the sign-in has ended meanwhile.
 *
 * @throws AuthError the error of a hook at "user.act", e.g. of a ban
 * @example const closed = (await closeSignIn(ctx, user, pending, caller)) ?? ctx.fail(errors.SIGN_IN_HAS_ENDED);
 */
export async function closeSignIn(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  pending: PendingSignIn,
  caller: Caller,
): Promise<ClosedSignIn | null> {
  await mayAct(ctx, user);
  if (!(await takePendingSignIn(ctx, user, pending))) return null;
  const changed = (await resumedWrites(ctx, user, pending.writes ?? null)?.apply()) ?? user;
  await noteFactor(ctx, user, ["mfa"]);
  return { user: changed, cookies: leftPendingCookie(ctx, caller) };
}
