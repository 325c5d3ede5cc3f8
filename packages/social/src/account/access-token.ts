import { accountsOf, chooseAccount } from "@keyhold/core/internal";
import type { Context } from "@keyhold/core/plugin";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";
import { isRefusal, type RefreshRefusal, refreshAccount } from "./refresh.js";
import { type KeptTokens, readTokens, unreadable } from "./stored-tokens.js";

/** Which of a user's accounts: its provider, and where there are several the provider's id of the person, or the row's. */
export interface TokenRequest {
  readonly userId: string;
  readonly providerId?: string | undefined;
  readonly accountId?: string | undefined;
}

interface Found {
  readonly provider: Provider;
  readonly account: NonNullable<ReturnType<typeof chooseAccount>>;
}

/** Throws ACCOUNT_NOT_FOUND, or PROVIDER_NOT_FOUND for an account of no provider that is configured: a password, too. */
async function findAccount(ctx: Context, social: Social, { userId, ...name }: TokenRequest): Promise<Found> {
  const isKnown = name.providerId === undefined || social.providers.has(name.providerId);
  if (!isKnown) return ctx.refuse("PROVIDER_NOT_FOUND", { status: 400 });
  const account = chooseAccount(await accountsOf(ctx, userId), name) ?? ctx.refuse("ACCOUNT_NOT_FOUND");
  const provider = social.providers.get(account.providerId) ?? ctx.refuse("PROVIDER_NOT_FOUND", { status: 400 });
  return { provider, account };
}

/** Spec, section 9. */
const marginMilliseconds = 5_000;

/** A token that is good for more than five seconds; one that does not say how long is taken to be. */
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

/** New tokens, whether the present ones are good or not. */
export async function refreshedTokenFor(ctx: Context, social: Social, request: TokenRequest): Promise<KeptTokens> {
  const asked = ctx.now();
  const { provider, account } = await findAccount(ctx, social, request);
  if (provider.declaration.refreshes === false) return ctx.refuse("REFRESHING_NOT_SUPPORTED");
  // What others have brought since is as new as what would be fetched now.
  const isSince = account.updatedAt > asked && account.updatedAt <= ctx.now();
  if (isSince && account.accessToken !== null) return readTokens(ctx, account);
  const refreshed = await refreshAccount(ctx, social, provider, account);
  if (refreshed === "no refresh token") return ctx.refuse("REFRESH_TOKEN_NOT_FOUND");
  if (isRefusal(refreshed)) return refuse(ctx, "FAILED_TO_REFRESH_ACCESS_TOKEN", refreshed);
  return readTokens(ctx, refreshed);
}

/** What the provider said goes to the log, not to the caller. */
function refuse(ctx: Context, code: string, refusal: RefreshRefusal): never {
  if (refusal === "unlinked") return ctx.refuse("ACCOUNT_NOT_FOUND");
  return ctx.refuse(code, typeof refusal === "string" ? {} : { cause: new Error(refusal.refused) });
}
