import {
  accountModel,
  type Context,
  encryptAgain,
  encryptedColumn,
  type OpenedValue,
  type Patch,
  type Row,
  unreadable,
} from "@keyhold/core/plugin";
import { scopesIn } from "@keyhold/core/users";
import { clientOfStored } from "../oauth/id-token.js";
import type { Tokens } from "../oauth/token-endpoint.js";
import type { Social } from "../options.js";
import { clientIdOf, type Provider } from "../provider.js";

type Account = Row<typeof accountModel>;
type TokenColumn = "accessToken" | "refreshToken" | "idToken";

/** The token columns of an account. */
export type TokenColumns = Pick<
  Patch<typeof accountModel>,
  TokenColumn | "accessTokenExpiresAt" | "refreshTokenExpiresAt" | "scope"
>;

/** The key of the account that the tokens belong to. */
export type Owner = Pick<Account, "providerId" | "accountId">;

const placeOf = ({ providerId, accountId }: Owner, column: TokenColumn): readonly string[] => [
  "provider token",
  providerId,
  accountId,
  column,
];

/**
 * Converts tokens to columns, encrypted if the app set `encryptTokens`. If the provider did not send a new refresh or
 * ID token, the stored token stays valid, so the column is left out. `asked`: the requested scopes, stored if the
 * provider does not answer the granted scopes (RFC 6749, section 5.1).
 */
export async function storeTokens(
  { encryptedValues }: Context,
  { encryptTokens }: Social,
  owner: Owner,
  { tokens, asked }: { readonly tokens: Tokens; readonly asked: readonly string[] | null },
): Promise<TokenColumns> {
  const keep = (column: TokenColumn, text: string): string | Promise<string> =>
    encryptTokens ? encryptedValues.encrypt(placeOf(owner, column), text) : text;
  const { accessToken, refreshToken, idToken, accessTokenExpiresAt, refreshTokenExpiresAt } = tokens;
  const scopes = tokens.scopes ?? asked;
  return {
    accessToken: await keep("accessToken", accessToken),
    accessTokenExpiresAt,
    ...(idToken !== null && { idToken: await keep("idToken", idToken) }),
    ...(refreshToken !== null && { refreshToken: await keep("refreshToken", refreshToken), refreshTokenExpiresAt }),
    ...(scopes !== null && { scope: [...new Set(scopes)].join(",") }),
  };
}

/** For \`keyhold rotate\`. */
export const encryptedTokens = (["accessToken", "refreshToken", "idToken"] as const).map((column) =>
  encryptedColumn(accountModel, column, (account) => placeOf(account, column)),
);

/** Encrypts the tokens of an account again that an older secret encrypted. A concurrent change stays. */
export async function encryptTokensAgain(ctx: Context, account: Account): Promise<void> {
  for (const column of encryptedTokens) await encryptAgain(ctx, column, account);
}

/** Whether two readings of an account have equal tokens: two encryptions of a text are not equal. */
export async function isSameToken(
  ctx: Pick<Context, "encryptedValues">,
  column: TokenColumn,
  [one, other]: readonly [Account, Account],
): Promise<boolean> {
  if (one[column] === other[column] || one[column] === null || other[column] === null)
    return one[column] === other[column];
  const [first, second] = await Promise.all([openToken(ctx, one, column), openToken(ctx, other, column)]);
  return first !== null && first.text === second?.text;
}

/** The tokens of an account. A token that cannot be decrypted is null. */
export interface KeptTokens {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly accessTokenExpiresAt: Date | null;
  readonly scopes: readonly string[];
}

/** An answer goes on without this value, and the log says why. */
export const noteUnreadable = (ctx: Context, what: string): void =>
  ctx.later("Reading a stored token", () => Promise.reject(new Error(unreadable(what))));

/** The tokens of an account, and whether an older secret has encrypted a token. */
export interface OpenedTokens {
  readonly tokens: KeptTokens;
  readonly isOutdated: boolean;
}

export async function readTokens(ctx: Context, account: Account): Promise<OpenedTokens> {
  const accessToken = await openToken(ctx, account, "accessToken");
  const refreshToken = await openToken(ctx, account, "refreshToken");
  const idToken = await openToken(ctx, account, "idToken");
  const tokens = {
    accessToken: accessToken?.text ?? null,
    refreshToken: refreshToken?.text ?? null,
    idToken: idToken?.text ?? null,
    accessTokenExpiresAt: account.accessTokenExpiresAt,
    scopes: scopesIn(account.scope),
  };
  return { tokens, isOutdated: [accessToken, refreshToken, idToken].some((opened) => opened?.isOutdated) };
}

/** Null if the account has no such token, or the token cannot be decrypted. */
export async function openToken(
  { encryptedValues }: Pick<Context, "encryptedValues">,
  account: Account,
  column: TokenColumn,
): Promise<OpenedValue | null> {
  const stored = account[column];
  return stored === null ? null : encryptedValues.open(placeOf(account, column), stored);
}

/**
 * The client that the tokens of an account were issued to. A provider with a native sign-in accepts a token only from
 * that client, an app or the website: the stored ID token has the client.
 */
export async function clientOfAccount(
  ctx: Pick<Context, "encryptedValues">,
  provider: Provider,
  account: Account,
): Promise<string> {
  const idToken = provider.declaration.hasNativeSignIn ? await openToken(ctx, account, "idToken") : null;
  return idToken ? clientOfStored(provider, idToken.text) : clientIdOf(provider.options);
}
