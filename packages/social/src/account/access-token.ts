import { accountsOf, chooseAccount } from "@keyhold/core/internal";
import type { Context } from "@keyhold/core/plugin";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";
import { isRefusal, type RefreshRefusal, refreshAccount } from "./refresh.js";
import { type KeptTokens, readTokens, unreadable } from "./stored-tokens.js";

/**
 * Selects an account of a user: the provider, and if the user has several there, the provider's id of the user or the
 * row's id.
 */
export interface TokenRequest {
  readonly userId: string;
  readonly providerId?: string | undefined;
  readonly accountId?: string | undefined;
}

interface Found {
  readonly provider: Provider;
  readonly account: NonNullable<ReturnType<typeof chooseAccount>>;
}

/** Throws ACCOUNT_NOT_FOUND, or PROVIDER_NOT_FOUND if the account's provider is not configured, e.g. "credential". */
async function findAccount(ctx: Context, social: Social, { userId, ...name }: TokenRequest): Promise<Found> {
  const isKnown = name.providerId === undefined || social.providers.has(name.providerId);
  if (!isKnown) return ctx.refuse("PROVIDER_NOT_FOUND", { status: 400 });
  const account = chooseAccount(await accountsOf(ctx, userId), name) ?? ctx.refuse("ACCOUNT_NOT_FOUND");
  const provider = social.providers.get(account.providerId) ?? ctx.refuse("PROVIDER_NOT_FOUND", { status: 400 });
  return { provider, account };
}

/** Spec, section 9. */
const marginMilliseconds = 5_000;

/**
 * The tokens of an account, refreshed if the access token expires within five seconds. A token without an expiry counts
 * as valid.
 */
export async function accessTokenFor(ctx: Context, social: Social, request: TokenRequest): Promise<KeptTokens> {
  const { provider, account } = await findAccount(ctx, social, request);
  const tokens = await readTokens(ctx, account);
  const { accessTokenExpiresAt: end } = tokens;
  const isGood = end === null || end.getTime() - ctx.now().getTime() > marginMilliseconds;
  if (isGood && tokens.accessToken !== null) return tokens;
  const canRefresh = provider.declaration.refreshes !== false;
  const refreshed = canRefresh ? await refreshAccount(ctx, social, provider, account) : "no refresh token";
  if (!isRefusal(refreshed)) return readTokens(ctx, refreshed);
  const isUnreadable = account.accessToken !== null && tokens.accessToken === null;
  return refuse(ctx, "FAILED_TO_GET_A_VALID_ACCESS_TOKEN", isUnreadable ? { refused: unreadable } : refreshed);
}

/** New tokens of an account, even if the stored access token is valid. */
export async function refreshedTokenFor(ctx: Context, social: Social, request: TokenRequest): Promise<KeptTokens> {
  const asked = ctx.now();
  const { provider, account } = await findAccount(ctx, social, request);
  if (provider.declaration.refreshes === false) return ctx.refuse("REFRESHING_NOT_SUPPORTED");
  // Another caller has refreshed since this call began: those tokens are as new.
  const isSince = account.updatedAt > asked && account.updatedAt <= ctx.now();
  if (isSince && account.accessToken !== null) return readTokens(ctx, account);
  const refreshed = await refreshAccount(ctx, social, provider, account);
  if (refreshed === "no refresh token") return ctx.refuse("REFRESH_TOKEN_NOT_FOUND");
  if (isRefusal(refreshed)) return refuse(ctx, "FAILED_TO_REFRESH_ACCESS_TOKEN", refreshed);
  return readTokens(ctx, refreshed);
}

/** The provider's reason goes to the log only. */
function refuse(ctx: Context, code: string, refusal: RefreshRefusal): never {
  if (refusal === "unlinked") return ctx.refuse("ACCOUNT_NOT_FOUND");
  return ctx.refuse(code, typeof refusal === "string" ? {} : { cause: new Error(refusal.refused) });
}
