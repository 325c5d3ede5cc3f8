import type { Caller, Context } from "../contract/context.js";
import type { UserDraft } from "../contract/plugin.js";
import type { User } from "../model/models.js";
import { createCredential } from "../password/credential.js";
import { openSession } from "../session/open.js";
import { createUser, refuseTaken } from "./create.js";
import { publicUser } from "./public.js";
import { AddressTaken, concealTaken, repeatSignUp } from "./repeated-sign-up.js";
import { sendVerification } from "./send-verification.js";

export interface SignUp {
  readonly draft: UserDraft;
  readonly password: string;
  readonly passwordHash: string;
  readonly isRemembered: boolean;
  readonly callbackURL: string | undefined;
  readonly caller: Caller;
}

export interface SignedUp {
  readonly user: User;
  /** Null when no session was opened. */
  readonly token: string | null;
  readonly cookies: readonly string[];
}

/**
 * Creates a user with a password, and sends the letter that proves the address. Where an address has to be proven before
 * anything else, a taken one is answered alike.
 */
export async function signUp(ctx: Context, given: SignUp): Promise<SignedUp> {
  try {
    const signedUp = await register(ctx, given);
    if (ctx.settings.emailVerification.sendOnSignUp) sendVerification(ctx, signedUp.user, given.callbackURL);
    return signedUp;
  } catch (error) {
    if (!(error instanceof AddressTaken)) throw error;
    const user = await repeatSignUp(ctx, { ...given, draft: error.draft });
    return { user, token: null, cookies: [] };
  }
}

function register(ctx: Context, { draft, passwordHash, isRemembered, caller }: SignUp): Promise<SignedUp> {
  const { autoSignIn, requireEmailVerification } = ctx.settings.emailAndPassword;
  return ctx.atomically(async (ctx) => {
    const created = await createUser(ctx, draft, requireEmailVerification ? concealTaken : refuseTaken);
    await createCredential(ctx, created, passwordHash);
    const user = publicUser(ctx, created);
    if (!autoSignIn || requireEmailVerification) return { user, token: null, cookies: [] };
    const { token, cookies } = await openSession(ctx, created, {
      method: "email",
      isNewUser: true,
      isRemembered,
      caller,
    });
    return { user, token, cookies };
  });
}
