import { scopesIn } from "@keyhold/core/internal";
import type { accountModel, Context, Patch, Row } from "@keyhold/core/plugin";
import type { Tokens } from "../oauth/token-endpoint.js";
import type { Social } from "../options.js";

type Account = Row<typeof accountModel>;
type TokenColumn = "accessToken" | "refreshToken" | "idToken";

/** The columns of an account that hold what its provider gave. */
export type TokenColumns = Pick<
  Patch<typeof accountModel>,
  TokenColumn | "accessTokenExpiresAt" | "refreshTokenExpiresAt" | "scope"
>;

/** Whose tokens they are. */
export type Owner = Pick<Account, "providerId" | "accountId">;

const placeOf = ({ providerId, accountId }: Owner, column: TokenColumn): readonly string[] => [
  "provider token",
  providerId,
  accountId,
  column,
];

/**
 * Tokens as they are stored, sealed where the app wants it. A refresh token or an ID token that the provider did not send
 * again is still good, so it stays. `asked`: the scopes that are granted where the provider does not say which.
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

/** The tokens of an account. What cannot be unsealed is not there. */
export interface KeptTokens {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly accessTokenExpiresAt: Date | null;
  readonly scopes: readonly string[];
}

/** What the log hears where a token does not open. */
export const unreadable =
  "What is stored does not open: it was sealed with another `secret`, which belongs into the list, or for another account.";

export async function readTokens({ encryptedValues }: Context, account: Account): Promise<KeptTokens> {
  const open = async (column: TokenColumn): Promise<string | null> => {
    const stored = account[column];
    return stored === null ? null : encryptedValues.open(placeOf(account, column), stored);
  };
  return {
    accessToken: await open("accessToken"),
    refreshToken: await open("refreshToken"),
    idToken: await open("idToken"),
    accessTokenExpiresAt: account.accessTokenExpiresAt,
    scopes: scopesIn(account.scope),
  };
}
