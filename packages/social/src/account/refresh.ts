import { accountModel, acquireLease, type Context, type Row, userModel } from "@keyhold/core/plugin";
import { type Connection, connect } from "../oauth/connection.js";
import { reasonOf } from "../oauth/reason.js";
import { describeFailure, exchangeRefreshToken, type Tokens } from "../oauth/token-endpoint.js";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";
import { renewAccount } from "./row.js";
import { clientOfAccount, isSameToken, openToken, storeTokens } from "./stored-tokens.js";

type Account = Row<typeof accountModel>;

/**
 * The cause of a failed refresh: an account without a refresh token, a deleted account, a refresh token that no secret
 * decrypts, or a provider without an answer.
 */
export type RefreshFailure = "no refresh token" | "unlinked" | "unreadable" | { readonly refused: string };

export const isRefreshFailure = (result: Account | RefreshFailure): result is RefreshFailure =>
  typeof result === "string" || "refused" in result;

/**
 * Answers the account with new tokens. Of concurrent callers, in this process and in others, a single caller sends the
 * request, because a refresh token may be valid for a single use. The other callers wait and read the result.
 */
export function refreshAccount(
  ctx: Context,
  social: Social,
  provider: Provider,
  account: Account,
): Promise<Account | RefreshFailure> {
  // A rollback would lose the new refresh token, and the provider no longer accepts the old token.
  if (ctx.isInAppTransaction) throw new Error(inAppTransaction);
  const { refreshing } = social;
  const underWay = refreshing.get(account.id);
  if (underWay) return underWay;
  const refreshed = underLease(ctx, social, provider, account).finally(() => refreshing.delete(account.id));
  refreshing.set(account.id, refreshed);
  return refreshed;
}

const inAppTransaction =
  "An access token of a provider cannot be refreshed inside of auth.transaction: call getAccessToken before it.";

const pauseMilliseconds = 50;
/** The lease must outlive the request to the provider. */
const leaseMarginSeconds = 5;

async function underLease(
  ctx: Context,
  social: Social,
  provider: Provider,
  account: Account,
): Promise<Account | RefreshFailure> {
  // Before the lease is taken: a provider that has to be found first would be asked twice under the lease.
  const connection = await connect(ctx, social, provider).catch((thrown: unknown) => ({
    refused: `The endpoints of ${provider.declaration.name} could not be found: ${reasonOf(thrown)}`,
  }));
  if ("refused" in connection) return connection;
  const { db, databaseClock } = ctx;
  const seconds = social.timeoutSeconds + leaseMarginSeconds;
  const maxPauses = (2 * seconds * 1000) / pauseMilliseconds;
  for (let pauses = 0; pauses < maxPauses; pauses += 1) {
    await databaseClock.synchronize();
    const lease = await acquireLease({ db, now: databaseClock.now }, `refresh:${account.id}`, seconds);
    if (lease) return refreshOnce(ctx, social, connection, account).finally(() => lease.release());
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    const present = await db.find(accountModel, { id: account.id });
    if (present && (await isNewer(ctx, present, account))) return present;
  }
  return { refused: "The refresh request of another process took too long." };
}

/** A provider may answer the same access token with a later expiry. */
const isNewer = async (ctx: Context, present: Account, seen: Account): Promise<boolean> =>
  present.accessTokenExpiresAt?.getTime() !== seen.accessTokenExpiresAt?.getTime() ||
  !(await isSameToken(ctx, "accessToken", [present, seen])) ||
  !(await isSameToken(ctx, "refreshToken", [present, seen]));

async function refreshOnce(
  ctx: Context,
  social: Social,
  connection: Connection,
  seen: Account,
): Promise<Account | RefreshFailure> {
  const account = await ctx.db.find(accountModel, { id: seen.id });
  if (!account) return "unlinked";
  if (await isNewer(ctx, account, seen)) return account;
  if (account.refreshToken === null) return "no refresh token";
  const refreshToken = await openToken(ctx, account, "refreshToken");
  if (refreshToken === null) return "unreadable";
  const clientId = await clientOfAccount(ctx, connection.provider, account);
  const present = { ...connection, now: ctx.now(), clientId };
  const tokens = await ask(present, refreshToken.text);
  if ("refused" in tokens) return tokens;
  const problem = await ownerError(social, present, account, tokens);
  // An ID token states a sign-in (OpenID Connect Core 1.0, section 2), which a refresh is not: the ID token is neither
  // stored nor shown.
  return problem === null ? keep(ctx, social, account, { ...tokens, idToken: null }) : { refused: problem };
}

/** Rejects tokens with an ID token of another user (OpenID Connect Core 1.0, section 12.2). */
async function ownerError(
  { idTokens }: Social,
  { provider, server, now }: Connection,
  { accountId }: Account,
  { idToken }: Tokens,
): Promise<string | null> {
  if (!provider.declaration.idToken || idToken === null) return null;
  try {
    const { sub } = await idTokens.verify(provider, server, idToken, { nonce: null, maxAgeSeconds: null, now });
    return sub === accountId ? null : "The refresh token belongs to another user than the account.";
  } catch (thrown) {
    return `The ID token of the refresh is invalid: ${reasonOf(thrown)}`;
  }
}

const ask = (connection: Connection, refreshToken: string): Promise<Tokens | { readonly refused: string }> =>
  exchangeRefreshToken(connection, refreshToken).catch((thrown: unknown) => ({
    refused: describeFailure(connection.provider, thrown),
  }));

/**
 * Stores new tokens only if the account still has the refresh token of the request: a concurrent sign-in stored newer
 * tokens.
 */
async function keep(ctx: Context, social: Social, account: Account, tokens: Tokens): Promise<Account | RefreshFailure> {
  const columns = await storeTokens(ctx, social, account, { tokens, asked: null });
  const kept = await ctx.transactionOn(userModel, account.userId, async (ctx, user) => {
    const present = await ctx.db.find(accountModel, { id: account.id });
    if (!present || !(await isSameToken(ctx, "refreshToken", [present, account]))) return present;
    await renewAccount(ctx, social, user, { account, columns });
    return ctx.db.find(accountModel, { id: account.id });
  });
  return kept ?? "unlinked";
}
