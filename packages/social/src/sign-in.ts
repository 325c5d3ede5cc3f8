import {
  accountModel,
  type Caller,
  type Context,
  createUser,
  type Held,
  markProven,
  type OnTaken,
  openSession,
  publicUser,
  refuseTaken,
  sendVerification,
  settleContest,
  suspendCopies,
  type TxContext,
  takeOver,
  type User,
  updateUser,
  userModel,
} from "@keyhold/core";
import { attachAccount, Raced, renewAccount } from "./account-row.js";
import { FlowRefusal } from "./callback-codes.js";
import { draftOf } from "./new-user.js";
import type { Social } from "./options.js";
import type { Proof } from "./proof.js";
import { storeTokens, type TokenColumns } from "./stored-tokens.js";

export interface SocialSignIn {
  readonly requestSignUp: boolean;
  /** Where the link leads of a letter that asks to prove the address. */
  readonly callbackURL: string | undefined;
  readonly caller: Caller;
}

export interface SocialSession {
  readonly token: string;
  readonly cookies: readonly string[];
  readonly user: User;
  readonly isNewUser: boolean;
}

/** What is written, worked out before the transaction. */
interface Arrival extends SocialSignIn {
  readonly proof: Proof;
  readonly columns: TokenColumns;
}

/** Somebody whose address is to be proven before a session is opened, and is not. */
interface Unproven {
  readonly unproven: User;
}

/** Others may sign up with the same identity or address between the look and the write: they are found at the next. */
const mostTries = 3;

/**
 * Signs in whoever a provider has shown: the owner of the identity, else the owner of the address when both sides have
 * proof of it, else somebody new. Throws `FlowRefusal`, or the error of a rule.
 */
export async function signInByProof(
  ctx: Context,
  social: Social,
  proof: Proof,
  signIn: SocialSignIn,
): Promise<SocialSession> {
  const owner = { providerId: proof.provider.id, accountId: proof.identity.subject };
  const { tokens, asked } = proof;
  const columns = tokens ? await storeTokens(ctx, social, owner, { tokens, asked }) : {};
  const arrival: Arrival = { ...signIn, proof, columns };
  for (let tries = 0; tries < mostTries; tries += 1) {
    try {
      const result = await letIn(ctx, social, arrival);
      if (result === null) continue;
      if (!("unproven" in result)) return result;
      if (ctx.settings.emailVerification.sendOnSignIn) sendVerification(ctx, result.unproven, signIn.callbackURL);
      throw new FlowRefusal("email_not_verified", "The address must be proven first: the link is in a letter.");
    } catch (thrown) {
      if (!(thrown instanceof Raced)) throw thrown;
    }
  }
  throw new FlowRefusal("unable_to_create_user", "Others signed up with the same identity at every try.");
}

/** Null: what was seen is no more. */
async function letIn(ctx: Context, social: Social, arrival: Arrival): Promise<SocialSession | Unproven | null> {
  const { provider, identity } = arrival.proof;
  const account = await ctx.db.find(accountModel, { providerId: provider.id, accountId: identity.subject });
  if (account) return ctx.within(userModel, account.userId, (ctx, user) => enter(ctx, social, user, arrival));
  const { email } = identity;
  const present = email === null ? null : await ctx.db.find(userModel, { email });
  if (present) return ctx.within(userModel, present.id, (ctx, user) => join(ctx, social, user, arrival));
  return signUp(ctx, arrival);
}

/** Somebody who has been here with this identity. */
async function enter(
  ctx: TxContext,
  social: Social,
  user: Held<typeof userModel>,
  arrival: Arrival,
): Promise<SocialSession | Unproven | null> {
  const { provider, identity } = arrival.proof;
  const name = { providerId: provider.id, accountId: identity.subject };
  const account = await ctx.db.find(accountModel, name);
  if (account?.userId !== user.id) return null;
  if (social.updateTokensOnSignIn) await renewAccount(ctx, user, account, arrival.columns);
  const isProof = identity.emailVerified && identity.email === user.email;
  const proven = isProof ? await prove(ctx, user, account.id) : user;
  return open(ctx, await override(ctx, proven, arrival), arrival);
}

/**
 * Somebody whose address has an account already. An address that the account's maker never proved was anybody's to sign
 * up with: whoever proves it now gets the account without what the other left in it.
 */
async function join(
  ctx: TxContext,
  { linking }: Social,
  user: Held<typeof userModel>,
  arrival: Arrival,
): Promise<SocialSession | Unproven | null> {
  const { provider, identity } = arrival.proof;
  if (user.email !== identity.email) return null;
  const { name } = provider.declaration;
  if (!linking.enabled) throw new FlowRefusal("account_not_linked", "Linking is disabled in the options of social().");
  const isTrusted = linking.trustedProviders.includes(provider.id);
  if (!identity.emailVerified && !(isTrusted && user.emailVerified)) {
    const whose = isTrusted ? "this app has no proof of the address" : `${name} has no proof of the address`;
    throw new FlowRefusal("account_not_linked", `Somebody has an account with this address, and ${whose}.`);
  }
  const account = await attachAccount(ctx, user, arrival.proof, arrival.columns);
  const proven = identity.emailVerified ? await prove(ctx, user, account.id) : user;
  return open(ctx, await override(ctx, proven, arrival), arrival);
}

/** The address of a held user is shown to be theirs who came by this account: nothing else of before opens it then. */
async function prove(ctx: TxContext, user: Held<typeof userModel>, accountId: string): Promise<Held<typeof userModel>> {
  if (user.emailVerified) return user;
  await suspendCopies(ctx, user.id);
  await settleContest(ctx, user);
  await takeOver(ctx, user, { passwordHash: null, keep: accountId, reason: "taken over" });
  await markProven(ctx, user);
  return { ...user, emailVerified: true };
}

async function override(
  ctx: TxContext,
  user: Held<typeof userModel>,
  { proof }: Arrival,
): Promise<Held<typeof userModel>> {
  if (!proof.provider.options.overrideUserInfoOnSignIn) return user;
  const { name, image } = proof.identity;
  const change = { ...(name !== null && { name }), ...(image !== null && { image }) };
  return { ...user, ...(await updateUser(ctx, user, change)) };
}

async function open(
  ctx: TxContext,
  user: Held<typeof userModel>,
  { proof, caller }: Arrival,
  isNewUser = false,
): Promise<SocialSession | Unproven> {
  const shown = publicUser(ctx, user);
  if (ctx.settings.emailAndPassword.requireEmailVerification && !user.emailVerified) return { unproven: shown };
  const { id: method } = proof.provider;
  const { token, cookies } = await openSession(ctx, user, { method, isRemembered: true, isNewUser, caller });
  return { token, cookies, user: shown, isNewUser };
}

/** Somebody new. */
async function signUp(ctx: Context, arrival: Arrival): Promise<SocialSession | Unproven> {
  const draft = await draftOf(ctx, arrival.proof, arrival.requestSignUp);
  const result = await ctx.atomically(async (ctx) => {
    const user = await createUser(ctx, draft, raceForEmail);
    await attachAccount(ctx, user, arrival.proof, arrival.columns);
    return open(ctx, user, arrival, true);
  });
  const user = "unproven" in result ? result.unproven : result.user;
  const { sendOnSignUp } = ctx.settings.emailVerification;
  // One letter: whoever is refused a session for want of proof gets it from there.
  if (sendOnSignUp && !user.emailVerified && !("unproven" in result)) sendVerification(ctx, user, arrival.callbackURL);
  return result;
}

/** Somebody else took the address since it was looked for: they are met at the next try. */
const raceForEmail: OnTaken = (ctx, column) => {
  if (column === "email") throw new Raced();
  return refuseTaken(ctx, column);
};
