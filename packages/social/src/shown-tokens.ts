import type { Context } from "@keyhold/core";
import type { z } from "zod";
import type { Social } from "./options.js";
import type { refreshedTokens, tokens } from "./shapes.js";
import type { KeptTokens } from "./stored-tokens.js";

/** What `get-access-token` answers with. Throws where there is no access token, e.g. after a sign-in by an ID token. */
export function shownAccessToken(
  ctx: Context,
  { exposeRefreshToken }: Social,
  { accessToken, accessTokenExpiresAt, scopes, idToken, refreshToken }: KeptTokens,
): z.infer<typeof tokens> {
  if (accessToken === null) return ctx.refuse("FAILED_TO_GET_A_VALID_ACCESS_TOKEN");
  const shown = { accessToken, accessTokenExpiresAt, scopes, idToken };
  return exposeRefreshToken ? { ...shown, refreshToken } : shown;
}

/** What `refresh-token` answers with. */
export function shownRefreshedTokens(
  ctx: Context,
  { accessToken, refreshToken, scopes, idToken, accessTokenExpiresAt }: KeptTokens,
): z.infer<typeof refreshedTokens> {
  if (accessToken === null) return ctx.refuse("FAILED_TO_REFRESH_ACCESS_TOKEN");
  return { accessToken, refreshToken, tokenType: "Bearer", scopes, idToken, accessTokenExpiresAt };
}
