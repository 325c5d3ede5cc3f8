import { isAuthError, type User } from "@keyhold/core";
import {
  accountModel,
  type Caller,
  type Context,
  type Locked,
  type TxContext,
  type UserChange,
  userModel,
} from "@keyhold/core/plugin";
import type { AskedSignIn, OpenedSession } from "@keyhold/core/session";
import {
  claimAccount,
  confirmedCookies,
  createUser,
  failTaken,
  hasDoubtedOwner,
  markVerified,
  notifyAccountOwner,
  type OnTaken,
  recordDuplicateSignUp,
  recoveryAddress,
  reservedUser,
  resolveDuplicateSignUp,
  restoreAddress,
  sendVerification,
} from "@keyhold/core/users";
import { FlowError } from "../flow/error.js";
import { inSteps, type Step } from "../flow/steps.js";
import type { ProviderUser } from "../identity/provider-user.js";
import { draftOf, profileChange } from "../identity/user-from-profile.js";
import type { Social } from "../options.js";
import { checkMappedAddress, failLinking, mustVerify } from "./conceal.js";
import { addressKind, confirmByIdentity } from "./held.js";
import { isDuplicateSignUp, linkingError } from "./linking-error.js";
import { openExisting, openFor } from "./open.js";
import { retryRaces, startOver } from "./retry.js";
import { accountOf, attachAccount, renewAccount } from "./row.js";
import { applyChange } from "./sign-in-writes.js";
import { storeTokens, type TokenColumns } from "./stored-tokens.js";

export interface SocialSignIn {
  readonly requestSignUp: boolean;
  /** Whether the session outlives the browser. */
  readonly isRemembered: boolean;
  /** The redirect target of the link in a verification email. */
  readonly callbackURL: string | undefined;
  /** Where the browser of a new user goes instead; null: to `callbackURL`. */
  readonly newUserCallbackURL?: string | null;
  readonly caller: Caller;
}

export interface SocialSession {
  /** "postponed": the account and the profile are written after the factor that is asked. */
  readonly kind: "signed in" | "postponed";
  /** The session, or what more is asked before a session is opened. */
  readonly opened: OpenedSession | AskedSignIn;
  readonly cookies: readonly string[];
  readonly user: User;
  readonly isNewUser: boolean;
}

/** The input of the sign-in transaction. */
export interface PreparedSignIn extends SocialSignIn {
  readonly providerUser: ProviderUser;
  readonly columns: TokenColumns;
  /** New profile fields for an existing user. */
  readonly change: UserChange;
  readonly step: Step;
  /** A previous try has found the address taken: perhaps reserved for a user who has changed the address. */
  readonly isAgain: boolean;
}

/** A user with an unverified email address, in an app that requires verification: no session is created. */
export interface Unverified {
  readonly kind: "unverified";
  readonly user: User;
  readonly isNewUser: boolean;
}

/** The identity is not linked to the user with its address. */
interface RejectedLink {
  readonly kind: "rejected";
  readonly cause: FlowError;
}

/**
 * Signs in the user of an identity: the user of the linked account, else the user with the email address if the
 * provider and the app have verified the address, else a new user. Throws `FlowError`, or the error of a hook.
 */
export async function signInProviderUser(
  ctx: Context<"FAILED_TO_CREATE_SESSION" | "USER_ALREADY_EXISTS">,
  social: Social,
  providerUser: ProviderUser,
  signIn: SocialSignIn,
): Promise<SocialSession> {
  const { tokens, asked, provider } = providerUser;
  const columns = tokens ? await storeTokens(ctx, social, accountOf(providerUser), { tokens, asked }) : {};
  const change = provider.options.overrideUserInfoOnSignIn ? await profileChange(providerUser) : {};
  const prepared = { ...signIn, providerUser, columns, change };
  const result = await retryRaces((isAgain) =>
    inSteps((step) => linkOrCreateUser(ctx, social, { ...prepared, step, isAgain })),
  );
  if (result.kind !== "unverified") return result;
  emailUnverified(ctx, result, signIn);
  throw mustVerify();
}

/** Sends one verification email, even after a sign-up without a session. */
function emailUnverified(ctx: Context, { user, isNewUser }: Unverified, signIn: SocialSignIn): void {
  const { sendOnSignUp, sendOnSignIn } = ctx.settings.emailVerification;
  if (sendOnSignIn || (isNewUser && sendOnSignUp)) sendVerification(ctx, user, signIn);
}

async function linkOrCreateUser(
  ctx: Context<"FAILED_TO_CREATE_SESSION" | "USER_ALREADY_EXISTS">,
  social: Social,
  signIn: PreparedSignIn,
): Promise<SocialSession | Unverified> {
  const { providerUser, step, isAgain } = signIn;
  const { email } = providerUser.identity;
  const account = await ctx.db.find(accountModel, accountOf(providerUser));
  if (account) {
    const known = await step("unable_to_link_account", () =>
      ctx.transactionOn(userModel, account.userId, (ctx, user) => signInOwner(ctx, social, user, signIn)),
    );
    return known ?? startOver();
  }
  const owner = email === null ? null : await ctx.db.find(userModel, { email });
  const present = owner ?? (isAgain && email !== null ? await reservedUser(ctx, email) : null);
  if (!present) return signUpUnlessLinked(ctx, signIn);
  const linked = await step("unable_to_link_account", () =>
    ctx.transactionOn(userModel, present.id, (ctx, user) => linkByAddress(ctx, social, user, signIn)),
  );
  if (!linked) return startOver();
  switch (linked.kind) {
    case "rejected":
      return failLinking(ctx, signIn, { owner: present, refusal: linked.cause });
    case "postponed":
      // An identity that waits for the factor is not linked yet.
      return linked;
    case "signed in":
    case "unverified":
      notifyAccountOwner(ctx, linked.user, { kind: "account-linked", providerId: providerUser.provider.id });
      return linked;
  }
}

/** Signs in the user of the identity's account. */
async function signInOwner(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  social: Social,
  user: Locked<typeof userModel>,
  signIn: PreparedSignIn,
): Promise<SocialSession | Unverified> {
  const { providerUser, columns, change } = signIn;
  const { identity } = providerUser;
  const account = await ctx.db.find(accountModel, accountOf(providerUser));
  if (account?.userId !== user.id) return startOver();
  const verifies = identity.emailVerified && identity.email === user.email;
  const opened = await openExisting(ctx, user, signIn, {
    // A hold ends after the factor.
    isProof: verifies && !user.emailVerified && (await recoveryAddress(ctx, user)) === null,
    confirms: verifies ? user.email : null,
    async write() {
      if (social.updateTokensOnSignIn) await renewAccount(ctx, social, user, { account, columns });
      const confirmed = verifies ? await confirmByIdentity(ctx, user) : user;
      const verified = confirmed ?? (await verifyAddress(ctx, user, { accountId: account.id, isDoubted: false }));
      return applyChange(ctx, verified, change);
    },
  });
  if (!verifies || opened.kind === "unverified") return opened;
  return { ...opened, cookies: [...opened.cookies, ...confirmedCookies(ctx, user, signIn.caller)] };
}

/**
 * Links the identity to the user with that email address, and signs in. An attacker may have signed up with an address
 * that the owner never verified: the first verification removes all earlier credentials.
 */
async function linkByAddress(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  social: Social,
  user: Locked<typeof userModel>,
  signIn: PreparedSignIn,
): Promise<SocialSession | Unverified | RejectedLink> {
  const { providerUser } = signIn;
  const { identity } = providerUser;
  const kind = await addressKind(ctx, user, identity.email);
  if (kind === null) return startOver();
  const isVerified = user.emailVerified || kind === "held";
  const isDoubted = isVerified && (await hasDoubtedOwner(ctx, user));
  // The credentials go to the owner of the held address, so that address is the user's again.
  if (kind === "held" && isDoubted && identity.emailVerified) {
    const restored = await restoreAddress(ctx, user, startOver);
    return linkByAddress(ctx, social, { ...user, ...restored }, signIn);
  }
  const refusal =
    kind === "given up"
      ? new FlowError("account_not_linked", "This email address of the user is not the confirmed one.")
      : linkingError(social, { user: { ...user, emailVerified: isVerified }, isDoubted }, providerUser);
  if (refusal) {
    // Another tab may have linked the identity since the first read, before this transaction locked the user.
    if (await ctx.db.exists(accountModel, accountOf(providerUser))) return startOver();
    if (isDuplicateSignUp(ctx, social, user, providerUser)) await recordDuplicateSignUp(ctx, user);
    return { kind: "rejected", cause: refusal };
  }
  const { columns, change } = signIn;
  return openExisting(ctx, user, signIn, {
    isProof: identity.emailVerified && (!isVerified || isDoubted),
    confirms: null,
    isMailbox: identity.emailVerified,
    async write() {
      const account = await attachAccount(ctx, user, providerUser, { columns, code: "unable_to_link_account" });
      // The owner of the identity has verified the email address; the owner of the earlier credentials has not.
      const isOwner = identity.emailVerified && kind === "own";
      const verified = isOwner ? await verifyAddress(ctx, user, { accountId: account.id, isDoubted }) : user;
      return applyChange(ctx, verified, change);
    },
  });
}

/**
 * Verifies a locked user's email address by the provider. If the address was unverified or doubted, all other
 * credentials are removed.
 */
async function verifyAddress(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { accountId, isDoubted }: { readonly accountId: string; readonly isDoubted: boolean },
): Promise<Locked<typeof userModel>> {
  if (user.emailVerified && !isDoubted) return user;
  await resolveDuplicateSignUp(ctx, user);
  const claimed = await claimAccount(ctx, user, { passwordHash: null, keep: accountId, reason: "taken over" });
  if (!user.emailVerified) await markVerified(ctx, user);
  return { ...claimed, emailVerified: true };
}

/** Signs up. If another tab has signed up this identity meanwhile, the sign-up becomes a sign-in. */
async function signUpUnlessLinked(
  ctx: Context<"FAILED_TO_CREATE_SESSION" | "USER_ALREADY_EXISTS">,
  signIn: PreparedSignIn,
): Promise<SocialSession | Unverified> {
  try {
    return await signUp(ctx, signIn);
  } catch (error) {
    const isRejected = error instanceof FlowError || isAuthError(error);
    if (isRejected && (await ctx.db.exists(accountModel, accountOf(signIn.providerUser)))) startOver();
    throw error;
  }
}

/** Creates a user and the account of the identity. */
async function signUp(
  ctx: Context<"FAILED_TO_CREATE_SESSION" | "USER_ALREADY_EXISTS">,
  signIn: PreparedSignIn,
): Promise<SocialSession | Unverified> {
  const { providerUser, columns, requestSignUp, step } = signIn;
  const draft = await draftOf(ctx, providerUser, requestSignUp);
  await checkMappedAddress(ctx, signIn, draft);
  const result = await step("unable_to_create_user", () =>
    ctx.transaction(async (ctx) => {
      const user = await createUser(ctx, draft, { caller: signIn.caller, onTaken: startOverForEmail });
      await attachAccount(ctx, user, providerUser, { columns });
      return openFor(ctx, user, { ...signIn, isNewUser: true });
    }),
  );
  if (result.kind === "unverified") return result;
  const { sendOnSignUp } = ctx.settings.emailVerification;
  if (sendOnSignUp && !result.user.emailVerified) sendVerification(ctx, result.user, signIn);
  return result;
}

/** The next try finds the user with this email address. */
const startOverForEmail: OnTaken = (ctx, column) => {
  if (column === "email") startOver();
  return failTaken(ctx, column);
};
