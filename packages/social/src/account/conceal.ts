import type { User } from "@keyhold/core";
import type { Context, UserDraft } from "@keyhold/core/plugin";
import { AddressTaken, concealTaken, createUser, notifyRepeatedSignUp, userOf } from "@keyhold/core/users";
import { FlowError } from "../flow/error.js";
import type { Identity } from "../identity/identity.js";
import type { ProviderUser } from "../identity/provider-user.js";
import { draftOf } from "../identity/user-from-profile.js";
import { startOver } from "./retry.js";
import type { SocialSignIn } from "./sign-in.js";

/**
 * Whether the answer must not show that another user has the address: under `requireEmailVerification`, unless the
 * provider has verified the address (decision 0079).
 */
const isConcealed = ({ settings }: Pick<Context, "settings">, { emailVerified }: Identity): boolean =>
  settings.emailAndPassword.requireEmailVerification && !emailVerified;

/** How a sign-up ends in an app that requires verification. */
export const mustVerify = (): FlowError =>
  new FlowError("email_not_verified", "The email address must be verified first: the link is in an email.");

interface Concealable extends Pick<SocialSignIn, "requestSignUp" | "isRemembered" | "callbackURL" | "caller"> {
  readonly providerUser: ProviderUser;
}

/** Tells that the address is taken, unless the answer must conceal this. */
export async function failLinking(
  ctx: Context<"USER_ALREADY_EXISTS">,
  signIn: Concealable,
  { owner, refusal }: { readonly owner: User; readonly refusal: FlowError },
): Promise<never> {
  const { providerUser, requestSignUp } = signIn;
  if (!isConcealed(ctx, providerUser.identity)) throw refusal;
  return failConcealed(ctx, await draftOf(ctx, providerUser, requestSignUp), { ...signIn, owner });
}

/** An email address from `mapProfileToUser` is unverified: such an address must not belong to another user. */
export async function checkMappedAddress(
  ctx: Context<"USER_ALREADY_EXISTS">,
  signIn: Concealable,
  draft: UserDraft,
): Promise<void> {
  const { identity } = signIn.providerUser;
  const owner = identity.email === null ? await userOf(ctx, draft.email) : null;
  if (!owner) return;
  if (isConcealed(ctx, identity)) return failConcealed(ctx, draft, { ...signIn, owner });
  throw new FlowError("account_not_linked", "`mapProfileToUser` answered the email address of another user.");
}

/**
 * Fails as a sign-up with a free address does, with the errors of the app's hooks, and makes no change. The owner of
 * the address is notified as after a repeated sign-up with a password.
 */
async function failConcealed(
  ctx: Context<"USER_ALREADY_EXISTS">,
  draft: UserDraft,
  { owner, isRemembered, callbackURL, caller }: Concealable & { readonly owner: User },
): Promise<never> {
  const attempt = ctx.transaction(async (ctx) => {
    await createUser(ctx, draft, { caller, onTaken: concealTaken });
    // The owner was deleted or changed the address meanwhile: the address is free at the next try.
    startOver();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof AddressTaken)) throw error;
  });
  const present = { user: owner, passwordHash: null, like: null };
  const signUp = { draft, password: "", passwordHash: null, present, isRemembered, callbackURL, caller };
  notifyRepeatedSignUp(ctx, signUp);
  throw mustVerify();
}
