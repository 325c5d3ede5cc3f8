import type { MoreAsked } from "../../contract/asked.js";
import type { Caller, Context } from "../../contract/context.js";
import type { UserCreation, UserDraft } from "../../contract/hooks.js";
import type { User } from "../../model/models.js";
import { hashNewPassword } from "../../password/policy.js";
import { createCredential } from "../../records/credential/credential.js";
import { createUser } from "../../records/user/create.js";
import { publicUser } from "../../records/user/public.js";
import { failTaken } from "../../records/user/taken.js";
import { clearedCopy } from "../../session/cache/cookie.js";
import { knownBrowserCookies } from "../../session/known-browser.js";
import { openSession } from "../../session/open.js";
import { sendVerification } from "../verification/send-verification.js";
import { AddressTaken, concealTaken, findPresent, repeatSignUp } from "./repeated-sign-up.js";

export interface SignUp {
  readonly draft: UserDraft;
  /** Input of sign-up that is no column: for the hooks at "user.create". */
  readonly fields: UserCreation["fields"];
  readonly password: string;
  readonly isRemembered: boolean;
  readonly callbackURL: string | undefined;
  readonly caller: Caller;
}

export interface SignedUp {
  readonly user: User;
  /** More is asked before a session is opened; null: nothing. */
  readonly asked: MoreAsked | null;
  /** Null if no session was opened. */
  readonly token: string | null;
  readonly cookies: readonly string[];
}

/**
 * Creates a user with a password, and sends the verification email. If `requireEmailVerification` is set, a taken
 * address gets the same answer, after as much work.
 */
export async function signUp(
  ctx: Context<
    | "PASSWORD_TOO_COMMON"
    | "PASSWORD_TOO_LONG"
    | "PASSWORD_TOO_SHORT"
    | "FAILED_TO_CREATE_SESSION"
    | "USER_ALREADY_EXISTS"
  >,
  given: SignUp,
): Promise<SignedUp> {
  const { draft, password, caller } = given;
  const isConcealed = ctx.settings.emailAndPassword.requireEmailVerification;
  const present = isConcealed ? await findPresent(ctx, draft.email) : null;
  // Before the transaction, and for a taken address, too: no lock waits for the hash, and the duration reveals no
  // account.
  const like = present && { like: present.like };
  const passwordHash = await hashNewPassword(ctx, { password, person: draft, caller, ...like });
  if (present?.user) return noSession(ctx, await repeatSignUp(ctx, { ...given, passwordHash, present }), caller);
  try {
    const signedUp = await register(ctx, given, passwordHash);
    if (ctx.settings.emailVerification.sendOnSignUp) sendVerification(ctx, signedUp.user, given);
    return signedUp;
  } catch (error) {
    // Another sign-up with this address came first meanwhile.
    if (!(error instanceof AddressTaken)) throw error;
    return noSession(ctx, await repeatSignUp(ctx, { ...given, passwordHash, present: null }), caller);
  }
}

/** A guest's cached copy goes: of a guest who has become the user, the session has ended. */
const noSession = (ctx: Pick<Context, "settings">, user: User, caller: Caller): SignedUp => ({
  user,
  asked: null,
  token: null,
  cookies: clearedCopy(ctx, caller),
});

function register(
  ctx: Context<"FAILED_TO_CREATE_SESSION" | "USER_ALREADY_EXISTS">,
  { draft, fields, isRemembered, callbackURL, caller }: SignUp,
  passwordHash: string,
): Promise<SignedUp> {
  const { autoSignIn, requireEmailVerification } = ctx.settings.emailAndPassword;
  return ctx.transaction(async (ctx) => {
    const onTaken = requireEmailVerification ? concealTaken : failTaken;
    const created = await createUser(ctx, draft, { caller, fields, onTaken });
    await createCredential(ctx, created, passwordHash);
    const user = publicUser(ctx, created);
    if (!autoSignIn || requireEmailVerification) return noSession(ctx, user, caller);
    const opened = await openSession(ctx, created, {
      method: "email",
      proof: { methods: ["pwd"] },
      isNewUser: true,
      isRemembered,
      callbackURL,
      caller,
    });
    if (opened.kind === "asked") return { user, token: null, asked: opened.asked, cookies: opened.cookies };
    const { token, cookies } = opened;
    return { user, asked: null, token, cookies: [...cookies, ...knownBrowserCookies(ctx, caller, user.id)] };
  });
}
