import { type AuthErrorOptions, type Context, failUnreadable } from "@keyhold/core/plugin";
import { accountsOf, chooseAccount } from "@keyhold/core/users";
import { socialErrors } from "../errors.js";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";
import { isRefreshFailure, type RefreshFailure, refreshAccount } from "./refresh.js";
import { encryptTokensAgain, type KeptTokens, noteUnreadable, type OpenedTokens, readTokens } from "./stored-tokens.js";

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
async function findAccount(
  ctx: Context<"PROVIDER_NOT_FOUND" | "ACCOUNT_NOT_FOUND">,
  social: Social,
  { userId, ...name }: TokenRequest,
): Promise<Found> {
  const isKnown = name.providerId === undefined || social.providers.has(name.providerId);
  if (!isKnown) return ctx.fail(socialErrors.PROVIDER_NOT_FOUND, { status: 400 });
  const account = chooseAccount(await accountsOf(ctx, userId), name) ?? ctx.fail(socialErrors.ACCOUNT_NOT_FOUND);
  const provider =
    social.providers.get(account.providerId) ?? ctx.fail(socialErrors.PROVIDER_NOT_FOUND, { status: 400 });
  return { provider, account };
}

/** Spec, section 9. */
const marginMilliseconds = 5_000;

/**
 * The tokens of an account, refreshed if the access token expires within five seconds. A token without an expiry counts
 * as valid.
 */
export async function accessTokenFor(
  ctx: Context<"ACCOUNT_NOT_FOUND" | "PROVIDER_NOT_FOUND" | "FAILED_TO_GET_A_VALID_ACCESS_TOKEN">,
  social: Social,
  request: TokenRequest,
): Promise<KeptTokens> {
  const { provider, account } = await findAccount(ctx, social, request);
  const opened = await readTokens(ctx, account);
  const { accessToken, accessTokenExpiresAt: end } = opened.tokens;
  const isGood = end === null || end.getTime() - ctx.now().getTime() > marginMilliseconds;
  if (isGood && accessToken !== null) return usedTokens(ctx, account, opened);
  const canRefresh = provider.declaration.refreshes !== false;
  const refreshed = canRefresh ? await refreshAccount(ctx, social, provider, account) : "no refresh token";
  if (!isRefreshFailure(refreshed)) return usedTokens(ctx, refreshed);
  const isUnreadable = account.accessToken !== null && accessToken === null;
  return failRefresh(ctx, isUnreadable && refreshed === "no refresh token" ? "unreadable" : refreshed, (options) =>
    ctx.fail(socialErrors.FAILED_TO_GET_A_VALID_ACCESS_TOKEN, options),
  );
}

/** New tokens of an account, even if the stored access token is valid. */
export async function refreshedTokenFor(
  ctx: Context<
    | "REFRESHING_NOT_SUPPORTED"
    | "REFRESH_TOKEN_NOT_FOUND"
    | "ACCOUNT_NOT_FOUND"
    | "PROVIDER_NOT_FOUND"
    | "FAILED_TO_REFRESH_ACCESS_TOKEN"
  >,
  social: Social,
  request: TokenRequest,
): Promise<KeptTokens> {
  const asked = ctx.now();
  const { provider, account } = await findAccount(ctx, social, request);
  if (provider.declaration.refreshes === false) return ctx.fail(socialErrors.REFRESHING_NOT_SUPPORTED);
  // What others have brought since is as new as what would be fetched now.
  const isSince = account.updatedAt > asked && account.updatedAt <= ctx.now();
  if (isSince && account.accessToken !== null) return usedTokens(ctx, account);
  const refreshed = await refreshAccount(ctx, social, provider, account);
  if (refreshed === "no refresh token") return ctx.fail(socialErrors.REFRESH_TOKEN_NOT_FOUND);
  if (isRefreshFailure(refreshed))
    return failRefresh(ctx, refreshed, (options) => ctx.fail(socialErrors.FAILED_TO_REFRESH_ACCESS_TOKEN, options));
  return usedTokens(ctx, refreshed);
}

/** Tokens for the app: tokens encrypted with an older secret are encrypted again. */
async function usedTokens(ctx: Context, account: Found["account"], read?: OpenedTokens): Promise<KeptTokens> {
  const { tokens, isOutdated } = read ?? (await readTokens(ctx, account));
  if (account.idToken !== null && tokens.idToken === null) noteUnreadable(ctx, "The ID token of an account");
  if (isOutdated) await encryptTokensAgain(ctx, account);
  return tokens;
}

/** What the provider said goes to the log, not to the caller. */
function failRefresh(
  ctx: Pick<Context<"ACCOUNT_NOT_FOUND">, "fail">,
  failure: RefreshFailure,
  fail: (options: AuthErrorOptions) => never,
): never {
  if (failure === "unlinked") return ctx.fail(socialErrors.ACCOUNT_NOT_FOUND);
  if (failure === "unreadable") return failUnreadable("The stored token");
  return fail(typeof failure === "string" ? {} : { cause: new Error(failure.refused) });
}
