import { accountModel, type HookContext, type Hooks, pagesOf, type Row } from "@keyhold/core/plugin";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";
import type { TokenToRevoke } from "../token-revocation.js";
import { clientOfAccount, openToken } from "./stored-tokens.js";

type Account = Row<typeof accountModel>;

/** The hooks that write entries of the outbox before accounts are removed; no hook if no provider revokes tokens. */
export function revocationHooks(social: Social): Partial<Pick<Hooks, "user.delete" | "account.unlink">> {
  if (![...social.providers.values()].some(({ options }) => options.revocation)) return {};
  return {
    "account.unlink": (accounts, ctx) => revokeTokens(ctx, social, accounts),
    async "user.delete"({ id: userId }, ctx) {
      for await (const page of pagesOf(ctx.db, accountModel, { userId })) await revokeTokens(ctx, social, page);
    },
  };
}

/** Writes the entries: a single entry for each account, in the transaction that removes the account. */
async function revokeTokens(ctx: HookContext, { providers }: Social, accounts: readonly Account[]): Promise<void> {
  for (const account of accounts) {
    const provider = providers.get(account.providerId);
    const kind = provider?.options.revocation?.kind;
    if (!provider || !kind) continue;
    const input = await tokenOf(ctx, provider, account);
    if (input !== null) await kind.add(ctx, { input, key: account.id });
  }
}

/** The refresh token, else a valid access token: each ends the user's consent. Null without a readable token. */
async function tokenOf(ctx: HookContext, provider: Provider, account: Account): Promise<TokenToRevoke | null> {
  const { providerId, accountId, accessTokenExpiresAt: end } = account;
  const refreshToken = await openToken(ctx, account, "refreshToken");
  const accessToken = end === null || end > ctx.now() ? await openToken(ctx, account, "accessToken") : null;
  const token = (refreshToken ?? accessToken)?.text;
  if (!token) return null;
  const clientId = await clientOfAccount(ctx, provider, account);
  return { providerId, accountId, clientId, token, tokenType: refreshToken ? "refresh_token" : "access_token" };
}
