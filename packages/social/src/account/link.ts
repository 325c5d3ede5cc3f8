import type { Session, User } from "@keyhold/core";
import {
  accountModel,
  type Caller,
  type Context,
  type Locked,
  publicUser,
  type TxContext,
  userModel,
} from "@keyhold/core/plugin";
import {
  checkStepUp,
  enrolledFactors,
  invalidateSessionCache,
  requireLiveSession,
  requireOrdinary,
  rotateSession,
} from "@keyhold/core/session";
import {
  confirmedCookies,
  endHold,
  isOwnSession,
  markVerified,
  notifyAccountOwner,
  resolveDuplicateSignUp,
} from "@keyhold/core/users";
import { socialErrors } from "../errors.js";
import { FlowError } from "../flow/error.js";
import { inSteps } from "../flow/steps.js";
import type { ProviderUser } from "../identity/provider-user.js";
import type { Social } from "../options.js";
import { retryRaces } from "./retry.js";
import { accountOf, attachAccount, renewAccount } from "./row.js";
import { storeTokens, type TokenColumns } from "./stored-tokens.js";

/** The identity is linked to the user of this session. */
export interface Linker {
  readonly session: Session;
  readonly caller: Caller;
}

/** Throws LINKING_IS_DISABLED. Called at the start and at the end of a flow: the option may change in between. */
export function requireLinking(ctx: Pick<Context<"LINKING_IS_DISABLED">, "fail">, { linking }: Social): void {
  if (!linking.enabled) ctx.fail(socialErrors.LINKING_IS_DISABLED);
}

/**
 * Fails if the session must give a second factor before it links. Since the start of the flow, the user may have enrolled
 * the factor in another session.
 *
 * @throws AuthError STEP_UP_REQUIRED
 */
export async function requireLinkingSession(ctx: Context, session: Session): Promise<void> {
  await requireOrdinary(ctx, session);
  await checkStepUp(ctx, session, { maxAgeSeconds: 0, factors: await enrolledFactors(ctx, session.user) });
}

/**
 * Links an identity to the user of a session, or updates the tokens of an identity already linked to that user. A new
 * or newly verified account rotates the session token. Answers the session's cookies. Throws `FlowError`.
 */
export async function linkProviderUser(
  ctx: Context,
  social: Social,
  providerUser: ProviderUser,
  linker: Linker,
): Promise<readonly string[]> {
  const { tokens, asked } = providerUser;
  const columns = tokens ? await storeTokens(ctx, social, accountOf(providerUser), { tokens, asked }) : {};
  const link = () =>
    ctx.transactionOn(userModel, linker.session.userId, (ctx, user) =>
      linkToUser(ctx, social, user, { providerUser, columns, ...linker }),
    );
  const linked = await retryRaces(() => inSteps((step) => step("unable_to_link_account", link)));
  if (!linked) throw new FlowError("please_restart_the_process", "The user was deleted before the linking ended.");
  if (linked.isNew)
    notifyAccountOwner(ctx, linked.user, { kind: "account-linked", providerId: providerUser.provider.id });
  return linked.cookies;
}

/** The input of the linking transaction. */
interface PreparedLink extends Linker {
  readonly providerUser: ProviderUser;
  readonly columns: TokenColumns;
}

interface Linked {
  readonly cookies: readonly string[];
  /** Whether the account was created. */
  readonly isNew: boolean;
  readonly user: User;
}

async function linkToUser(
  ctx: TxContext,
  social: Social,
  user: Locked<typeof userModel>,
  { providerUser, columns, session, caller }: PreparedLink,
): Promise<Linked> {
  const { identity } = providerUser;
  const account = await ctx.db.find(accountModel, accountOf(providerUser));
  const isNew = account === null;
  if (account && account.userId !== user.id) throw alreadyLinked(providerUser);
  if (account) await renewAccount(ctx, social, user, { account, columns });
  else {
    checkAddress(social, providerUser, user.email);
    await attachAccount(ctx, user, providerUser, {
      columns,
      code: "unable_to_link_account",
      sessionId: session.id,
    });
  }
  const isMailbox = identity.emailVerified && identity.email === user.email;
  const isOwnAddress = isMailbox && isOwnSession(ctx, session, { userId: user.id });
  const verifies = !user.emailVerified && isOwnAddress;
  if (verifies) await verifyAddress(ctx, user);
  if (isOwnAddress) await endHold(ctx, user);
  const confirmed = isOwnAddress ? confirmedCookies(ctx, user, caller) : [];
  const shown = publicUser(ctx, { ...user, emailVerified: user.emailVerified || verifies });
  if (!isNew && !verifies) {
    // The rotation checks the session, too.
    await requireLiveSession(ctx, session);
    return { cookies: confirmed, isNew, user: shown };
  }
  const rotated = await rotateSession(ctx, { ...session, user: shown }, caller);
  return { cookies: [...rotated, ...confirmed], isNew, user: shown };
}

/**
 * The session proves that the caller is the account's user, as with a verification link: passwords and sessions stay.
 */
async function verifyAddress(ctx: TxContext, user: Locked<typeof userModel>): Promise<void> {
  await invalidateSessionCache(ctx, user.id);
  await resolveDuplicateSignUp(ctx, user);
  await markVerified(ctx, user);
}

const alreadyLinked = ({ provider }: ProviderUser): FlowError =>
  new FlowError(
    "account_already_linked_to_different_user",
    `This account at ${provider.declaration.name} is linked to another user.`,
  );

/** An identity without an email address never differs from the user's. */
function checkAddress({ linking }: Social, { provider, identity }: ProviderUser, email: string): void {
  if (linking.allowDifferentEmails || identity.email === null || identity.email === email) return;
  throw new FlowError(
    "unable_to_link_account",
    `The email address at ${provider.declaration.name} is not the user's: \`linking.allowDifferentEmails\` allows that.`,
  );
}
