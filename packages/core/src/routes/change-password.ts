import type { Locked } from "../adapter/adapter.js";
import type { Caller, Session, TxContext } from "../contract/context.js";
import { user } from "../contract/entity-schemas.js";
import { coreErrors } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { verifyOwnPassword } from "../flows/password/attempt.js";
import { whileVerified } from "../flows/password/recheck.js";
import { setCredential } from "../flows/password/set-credential.js";
import { mayEmail } from "../limit/email-limit.js";
import type { userModel } from "../model/models.js";
import { hashNewPassword } from "../password/policy.js";
import { channelsOf } from "../records/credential/channel.js";
import { publicUser } from "../records/user/public.js";
import { endSessions, requireUnchangedToken } from "../session/close.js";
import { knownBrowserCookies } from "../session/known-browser.js";
import { openSession } from "../session/open.js";
import { isFactorGiven } from "../session/proof.js";
import { rotateWithToken } from "../session/rotate.js";
import { checkStepUp } from "../session/step-up.js";
import { endpoint } from "./endpoint.js";

export const changePassword = endpoint({
  route: "POST /change-password",
  access: "session",
  isPersonal: true,
  doc: "Changes the caller's password, and replaces the session by a new one.",
  input: z.object({
    newPassword: z.string(),
    currentPassword: z.string(),
    revokeOtherSessions: z.boolean().default(true),
  }),
  output: z.object({ token: z.string(), user }),
  errors: [
    "CREDENTIAL_ACCOUNT_NOT_FOUND",
    "INVALID_PASSWORD",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_COMPROMISED",
    "FAILED_TO_CREATE_SESSION",
  ],
  limit: { windowSeconds: 10, max: 3 },
  hashes: true,
  async handle({ input, session, caller, ctx }) {
    const { user } = session;
    const checked = await verifyOwnPassword(ctx, user, input.currentPassword, caller);
    const { stepUpAgeSeconds: maxAgeSeconds } = ctx.settings.session;
    await checkStepUp(ctx, session, { maxAgeSeconds, factors: "enrolled", hasPassword: true });
    const hash = await hashNewPassword(ctx, { password: input.newPassword, person: user, caller });
    const mayWrite = await mayEmail(ctx, "password-changed", user.email);

    const changed = await whileVerified(ctx, checked, async (ctx, user, credential) => {
      await setCredential(ctx, user, hash, isFactorGiven(ctx, session) ? [] : channelsOf(credential));
      const shown = publicUser(ctx, user);
      const opened = await replaceSession(ctx, user, { session, caller });
      if (input.revokeOtherSessions) await endSessions(ctx, user, { reason: "password changed", except: opened.id });
      ctx.emit({ type: "password.changed", user: shown, by: "change" });
      if (mayWrite) ctx.send({ kind: "password-changed", to: shown.email, user: shown });
      const cookies = [...opened.cookies, ...knownBrowserCookies(ctx, caller, user.id)];
      return { ...opened, cookies, user: shown };
    });
    if (!changed) return ctx.fail(coreErrors.INVALID_PASSWORD);
    return ok({ token: changed.token, user: changed.user }, changed.cookies);
  },
});

interface Replaced {
  /** The id of the session that goes on. */
  readonly id: string;
  readonly token: string;
  readonly cookies: readonly string[];
}

/**
 * A browser gets another session. In token mode the session goes on with a new token, so that a lost answer signs no
 * user out.
 */
async function replaceSession(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  { session, caller }: { readonly session: Session; readonly caller: Caller },
): Promise<Replaced> {
  const { isRemembered } = caller;
  if (!caller.isBearer) {
    // If the session was ended meanwhile, no new session may replace the ended session.
    await requireUnchangedToken(ctx, session);
    const proof = { exchanged: session };
    const opened = await openSession(ctx, user, { method: "change-password", proof, isRemembered, caller });
    return { ...opened, id: opened.session.id };
  }
  const { token, cookies } = await rotateWithToken(ctx, session, caller);
  return { id: session.id, token: token ?? "", cookies };
}
