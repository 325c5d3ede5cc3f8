import {
  accountModel,
  type Caller,
  type Context,
  contest,
  createUser,
  type Held,
  markProven,
  noticeAccount,
  type OnTaken,
  openSession,
  publicUser,
  refuseTaken,
  sendVerification,
  settleContest,
  type TxContext,
  takeOver,
  type User,
  type UserChange,
  updateUser,
  userModel,
} from "@keyhold/core";
import { FlowRefusal } from "../flow/refusal.js";
import type { Proof } from "../identity/proof.js";
import { broughtFace, draftOf } from "../identity/user-from-profile.js";
import type { Social } from "../options.js";
import { accountOf, attachAccount, Raced, renewAccount } from "./row.js";
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
  /** What a user who is there already gets of the profile. */
  readonly face: UserChange;
}

/** Somebody whose address is to be proven before a session is opened, and is not. */
interface Unproven {
  readonly unproven: User;
  readonly isNewUser: boolean;
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
  const { tokens, asked } = proof;
  const columns = tokens ? await storeTokens(ctx, social, accountOf(proof), { tokens, asked }) : {};
  const face = proof.provider.options.overrideUserInfoOnSignIn ? await broughtFace(proof) : {};
  const arrival: Arrival = { ...signIn, proof, columns, face };
  for (let tries = 0; tries < mostTries; tries += 1) {
    try {
      const result = await letIn(ctx, social, arrival);
      if (result === null) continue;
      if (!("unproven" in result)) return result;
      writeToUnproven(ctx, result, signIn.callbackURL);
      throw new FlowRefusal("email_not_verified", "The address must be proven first: the link is in a letter.");
    } catch (thrown) {
      if (!(thrown instanceof Raced)) throw thrown;
    }
  }
  throw new FlowRefusal("unable_to_create_user", "Others signed up with the same identity at every try.");
}

/** One letter, though somebody new has signed up and been refused a session at once. */
function writeToUnproven(ctx: Context, { unproven, isNewUser }: Unproven, callbackURL: string | undefined): void {
  const { sendOnSignUp, sendOnSignIn } = ctx.settings.emailVerification;
  if (sendOnSignIn || (isNewUser && sendOnSignUp)) sendVerification(ctx, unproven, callbackURL);
}

/** Null: what was seen is no more. */
async function letIn(ctx: Context, social: Social, arrival: Arrival): Promise<SocialSession | Unproven | null> {
  const account = await ctx.db.find(accountModel, accountOf(arrival.proof));
  if (account) return ctx.within(userModel, account.userId, (ctx, user) => enter(ctx, social, user, arrival));
  const { email } = arrival.proof.identity;
  const present = email === null ? null : await ctx.db.find(userModel, { email });
  if (present && isContesting(ctx, social, present, arrival.proof)) await contest(ctx, present);
  if (!present) return signUp(ctx, arrival);
  const joined = await ctx.within(userModel, present.id, (ctx, user) => join(ctx, social, user, arrival));
  if (joined) {
    const providerId = arrival.proof.provider.id;
    noticeAccount(ctx, "unproven" in joined ? joined.unproven : joined.user, { kind: "account-linked", providerId });
  }
  return joined;
}

/**
 * Whether somebody comes with an address that another has signed up with, and neither has proof of it: as after a second
 * sign-up, no way in is believed that was there before the proof (decision 0014).
 */
const isContesting = ({ settings }: Context, { linking }: Social, present: User, { identity }: Proof): boolean =>
  settings.emailAndPassword.requireEmailVerification &&
  !present.emailVerified &&
  !(identity.emailVerified && linking.enabled);

/** Somebody who has been here with this identity. */
async function enter(
  ctx: TxContext,
  social: Social,
  user: Held<typeof userModel>,
  arrival: Arrival,
): Promise<SocialSession | Unproven | null> {
  const { identity } = arrival.proof;
  const account = await ctx.db.find(accountModel, accountOf(arrival.proof));
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
  await settleContest(ctx, user);
  await takeOver(ctx, user, { passwordHash: null, keep: accountId, reason: "taken over" });
  await markProven(ctx, user);
  return { ...user, emailVerified: true };
}

async function override(
  ctx: TxContext,
  user: Held<typeof userModel>,
  { face }: Arrival,
): Promise<Held<typeof userModel>> {
  return Object.keys(face).length === 0 ? user : { ...user, ...(await updateUser(ctx, user, face)) };
}

async function open(
  ctx: TxContext,
  user: Held<typeof userModel>,
  { proof, caller }: Arrival,
  isNewUser = false,
): Promise<SocialSession | Unproven> {
  const shown = publicUser(ctx, user);
  if (ctx.settings.emailAndPassword.requireEmailVerification && !user.emailVerified)
    return { unproven: shown, isNewUser };
  const { id: method } = proof.provider;
  const { token, cookies } = await openSession(ctx, user, { method, isRemembered: true, isNewUser, caller });
  return { token, cookies, user: shown, isNewUser };
}

/** Somebody new. */
async function signUp(ctx: Context, arrival: Arrival): Promise<SocialSession | Unproven> {
  const draft = await draftOf(ctx, arrival.proof, arrival.requestSignUp);
  await refuseMappedAddress(ctx, arrival.proof, draft.email);
  const result = await ctx.atomically(async (ctx) => {
    const user = await createUser(ctx, draft, raceForEmail);
    await attachAccount(ctx, user, arrival.proof, arrival.columns);
    return open(ctx, user, arrival, true);
  });
  if ("unproven" in result) return result;
  const { sendOnSignUp } = ctx.settings.emailVerification;
  if (sendOnSignUp && !result.user.emailVerified) sendVerification(ctx, result.user, arrival.callbackURL);
  return result;
}

/** An address that the app made up for a provider that tells none proves nothing to whoever has it. */
async function refuseMappedAddress({ db }: Context, proof: Proof, email: string): Promise<void> {
  if (proof.identity.email !== null || !(await db.exists(userModel, { email }))) return;
  // It may be theirs: the same person signed up at another browser since they were looked for.
  if (await db.exists(accountModel, accountOf(proof))) throw new Raced();
  throw new FlowRefusal("account_not_linked", "Somebody has the address that `mapProfileToUser` gave.");
}

/** Somebody else took the address since it was looked for: they are met at the next try. */
const raceForEmail: OnTaken = (ctx, column) => {
  if (column === "email") throw new Raced();
  return refuseTaken(ctx, column);
};
