import type { User } from "@keyhold/core";
import {
  accountModel,
  type HookContext,
  type Hooks,
  type KeptWrites,
  type Locked,
  type TxContext,
  type UserChange,
  updateUser,
  type userModel,
} from "@keyhold/core/plugin";
import { socialErrors } from "../errors.js";
import type { Social } from "../options.js";
import { confirmByIdentity } from "./held.js";
import { insertAccount, renewAccount } from "./row.js";
import type { Owner, TokenColumns } from "./stored-tokens.js";

const plugin = "social";

/** What a sign-in by a provider writes: the account with the tokens, and the profile. */
export interface IdentityWrites {
  readonly owner: Owner;
  readonly columns: TokenColumns;
  readonly change: UserChange;
  /** The address that the linked identity has verified. Not in a sign-in from before an update of this package. */
  readonly confirms?: string | null;
}

/**
 * The writes of a sign-in of which more is asked: without the second factor no identity is linked, and no token is
 * stored.
 */
export const keptWrites = (writes: IdentityWrites): KeptWrites => ({ plugin, data: writes });

/** Changes the profile of a locked user. */
export const applyChange = async (
  ctx: TxContext,
  user: Locked<typeof userModel>,
  change: UserChange,
): Promise<Locked<typeof userModel>> =>
  Object.keys(change).length === 0 ? user : { ...user, ...(await updateUser(ctx, user, change)) };

/** Writes what a sign-in has kept, after the second factor. The options may have changed since. */
export const finishSignIn =
  (social: Social): Hooks["sign-in.finish"] =>
  async (kept, ctx, given) => {
    if (kept.plugin !== plugin) return undefined;
    const user = given as Locked<typeof userModel>;
    const { owner, columns, change, confirms } = kept.data as IdentityWrites;
    if (!social.providers.has(owner.providerId)) return undefined;
    await writeAccount(ctx, social, user, { owner, columns: revived(columns) });
    const confirmed = confirms === user.email ? await confirmByIdentity(ctx, user) : null;
    if (Object.keys(change).length === 0) return confirmed ?? undefined;
    return updateUser(ctx, confirmed ?? user, change);
  };

async function writeAccount(
  ctx: HookContext,
  social: Social,
  user: Locked<typeof userModel>,
  { owner, columns }: Omit<IdentityWrites, "change">,
): Promise<void> {
  const account = await ctx.db.find(accountModel, owner);
  // Another user has linked the identity meanwhile.
  if (account && account.userId !== user.id) ctx.fail(socialErrors.ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER);
  if (account) return social.updateTokensOnSignIn ? renewAccount(ctx, social, user, { account, columns }) : undefined;
  if (!social.linking.enabled || social.linking.disableImplicitLinking) return;
  await insertAccount(ctx, user, {
    owner,
    columns,
    onConflict: () => ctx.fail(socialErrors.ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER),
  });
  sendLinked(ctx, user, owner);
}

/** As `notifyAccountOwner`, after the commit of the session. */
function sendLinked(ctx: HookContext, user: User, { providerId }: Owner): void {
  if (!ctx.settings.hasMail) return;
  const providerName = ctx.providerNames.get(providerId) ?? providerId;
  ctx.sendLimited({ kind: "account-linked", to: user.email, user, providerId, providerName });
}

/** Dates are texts in JSON. */
const revived = (columns: TokenColumns): TokenColumns => ({
  ...columns,
  ...("accessTokenExpiresAt" in columns && { accessTokenExpiresAt: dateOf(columns.accessTokenExpiresAt) }),
  ...("refreshTokenExpiresAt" in columns && { refreshTokenExpiresAt: dateOf(columns.refreshTokenExpiresAt) }),
});

const dateOf = (stored: Date | string | null | undefined): Date | null => (stored ? new Date(stored) : null);
