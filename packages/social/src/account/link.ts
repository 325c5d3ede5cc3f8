import {
  accountModel,
  type Caller,
  type Context,
  type Held,
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
import { FlowRefusal } from "../flow/refusal.js";
import type { Proof } from "../identity/proof.js";
import type { Social } from "../options.js";
import { accountOf, attachAccount, Raced, renewAccount } from "./row.js";
import { storeTokens } from "./stored-tokens.js";

/** Who adds the identity to their account. */
export interface Linker {
  readonly session: Session;
  readonly caller: Caller;
}

/**
 * Adds an identity to the account of the person who is signed in, or renews its tokens when it is theirs already. What
 * changes the account gives their session another token. Answers with its cookies. Throws `FlowRefusal`.
 */
export async function linkByProof(
  ctx: Context,
  social: Social,
  proof: Proof,
  { session, caller }: Linker,
): Promise<readonly string[]> {
  const { identity, tokens, asked } = proof;
  const name = accountOf(proof);
  const columns = tokens ? await storeTokens(ctx, social, name, { tokens, asked }) : {};
  const linked = await ctx
    .within(userModel, session.userId, async (ctx, user) => {
      const account = await ctx.db.find(accountModel, name);
      if (account && account.userId !== user.id) throw alreadyLinked(proof);
      if (account) await renewAccount(ctx, user, account, columns);
      else {
        refuseOtherAddress(social, proof, user.email);
        await attachAccount(ctx, user, proof, columns);
      }
      const isProof = !user.emailVerified && identity.emailVerified && identity.email === user.email;
      if (isProof) await confirmAddress(ctx, user);
      const isNew = account === null;
      const shown = publicUser(ctx, { ...user, emailVerified: user.emailVerified || isProof });
      if (!isNew && !isProof) return { cookies: [], isNew, user: shown };
      return { cookies: await rotateSession(ctx, { ...session, user: shown }, caller), isNew, user: shown };
    })
    .catch((thrown: unknown) => {
      throw thrown instanceof Raced ? alreadyLinked(proof) : thrown;
    });
  if (!linked) throw new FlowRefusal("please_restart_the_process", "The account that was to be linked to is gone.");
  if (linked.isNew) noticeAccount(ctx, linked.user, { kind: "account-linked", providerId: proof.provider.id });
  return linked.cookies;
}

/** Whoever is signed in is known to be the one who has the account, as at the link of a letter: all of it stays. */
async function confirmAddress(ctx: TxContext, user: Held<typeof userModel>): Promise<void> {
  await suspendCopies(ctx, user.id);
  await settleContest(ctx, user);
  await markProven(ctx, user);
}

const alreadyLinked = ({ provider }: Proof): FlowRefusal =>
  new FlowRefusal(
    "account_already_linked_to_different_user",
    `This account at ${provider.declaration.name} is somebody else's way to sign in.`,
  );

/** Where the identity has no address, there is none that differs. */
function refuseOtherAddress({ linking }: Social, { provider, identity }: Proof, email: string): void {
  if (linking.allowDifferentEmails || identity.email === null || identity.email === email) return;
  throw new FlowRefusal(
    "unable_to_link_account",
    `The address at ${provider.declaration.name} is not the user's: \`linking.allowDifferentEmails\` would take it.`,
  );
}
