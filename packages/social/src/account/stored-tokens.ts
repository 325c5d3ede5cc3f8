import { scopesIn } from "@keyhold/core/internal";
import type { accountModel, Context, Patch, Row } from "@keyhold/core/plugin";
import type { Tokens } from "../oauth/token-endpoint.js";
import type { Social } from "../options.js";

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
 * ID token, the stored one stays valid, so its column is left out. `asked`: the requested scopes, stored if the
 * provider does not answer the granted ones (RFC 6749, section 5.1).
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

/** The tokens of an account. A token that cannot be decrypted is null. */
export interface KeptTokens {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  readonly idToken: string | null;
  readonly accessTokenExpiresAt: Date | null;
  readonly scopes: readonly string[];
}

/** The log message for a token that cannot be decrypted. */
export const unreadable =
  "The stored token cannot be decrypted: the `secret` of its encryption is missing in the list, or it belongs to another account.";

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
