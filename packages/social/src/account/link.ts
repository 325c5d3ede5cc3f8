import {
  accountModel,
  type Caller,
  type Context,
  type Held,
  isConflict,
  markProven,
  noticeAccount,
  publicUser,
  rotateSession,
  type Session,
  settleContest,
  suspendCopies,
  type TxContext,
  userModel,
} from "@keyhold/core";
import { FlowError } from "../flow/error.js";
import type { ProviderUser } from "../identity/provider-user.js";
import type { Social } from "../options.js";
import { accountOf, attachAccount, renewAccount } from "./row.js";
import { storeTokens } from "./stored-tokens.js";

/** The session whose user gets the identity. */
export interface Linker {
  readonly session: Session;
  readonly caller: Caller;
}

/**
 * Links an identity to the user of a session, or renews its tokens when it is linked to that user already. A change of
 * the user's accounts gives the session another token. Answers with its cookies. Throws `FlowError`.
 */
export async function linkProviderUser(
  ctx: Context,
  social: Social,
  providerUser: ProviderUser,
  { session, caller }: Linker,
): Promise<readonly string[]> {
  const { identity, tokens, asked } = providerUser;
  const name = accountOf(providerUser);
  const columns = tokens ? await storeTokens(ctx, social, name, { tokens, asked }) : {};
  const linked = await ctx.within(userModel, session.userId, async (ctx, user) => {
    const account = await ctx.db.find(accountModel, name);
    const isNew = account === null;
    if (account && account.userId !== user.id) throw alreadyLinked(providerUser);
    if (account) await renewAccount(ctx, user, account, columns);
    else {
      checkAddress(social, providerUser, user.email);
      if (isConflict(await attachAccount(ctx, user, providerUser, columns))) throw alreadyLinked(providerUser);
    }
    const verifies = !user.emailVerified && identity.emailVerified && identity.email === user.email;
    if (verifies) await verifyAddress(ctx, user);
    const shown = publicUser(ctx, { ...user, emailVerified: user.emailVerified || verifies });
    if (!isNew && !verifies) return { cookies: [], isNew, user: shown };
    return { cookies: await rotateSession(ctx, { ...session, user: shown }, caller), isNew, user: shown };
  });
  if (!linked) throw new FlowError("please_restart_the_process", "The account that was to be linked to is gone.");
  if (linked.isNew) noticeAccount(ctx, linked.user, { kind: "account-linked", providerId: providerUser.provider.id });
  return linked.cookies;
}

/** The session shows that the caller is the account's user, as with a verification link: passwords and sessions stay. */
async function verifyAddress(ctx: TxContext, user: Held<typeof userModel>): Promise<void> {
  await suspendCopies(ctx, user.id);
  await settleContest(ctx, user);
  await markProven(ctx, user);
}

const alreadyLinked = ({ provider }: ProviderUser): FlowError =>
  new FlowError(
    "account_already_linked_to_different_user",
    `This account at ${provider.declaration.name} is somebody else's way to sign in.`,
  );

/** An identity without an address cannot have a different one. */
function checkAddress({ linking }: Social, { provider, identity }: ProviderUser, email: string): void {
  if (linking.allowDifferentEmails || identity.email === null || identity.email === email) return;
  throw new FlowError(
    "unable_to_link_account",
    `The address at ${provider.declaration.name} is not the user's: \`linking.allowDifferentEmails\` would take it.`,
  );
}
