import { type Context, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { refreshedTokenFor, type TokenRequest } from "../account/access-token.js";
import { endpoint } from "../endpoint.js";
import { socialErrors } from "../errors.js";
import type { Social } from "../options.js";
import { accountName } from "./schemas.js";

/** `refreshToken`: null unless the app set `exposeRefreshToken`. */
export const output = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  tokenType: z.literal("Bearer"),
  scopes: z.array(z.string()).readonly(),
  idToken: z.string().nullable(),
  accessTokenExpiresAt: z.date().nullable(),
});

export const errors = [
  "PROVIDER_NOT_FOUND",
  "ACCOUNT_NOT_FOUND",
  "REFRESHING_NOT_SUPPORTED",
  "REFRESH_TOKEN_NOT_FOUND",
  "FAILED_TO_REFRESH_ACCESS_TOKEN",
] as const;

export const refreshToken = endpoint({
  route: "POST /refresh-token",
  access: "session",
  isPersonal: true,
  doc: "New tokens of one of the caller's accounts. Concurrent calls share one request to the provider.",
  input: accountName,
  output,
  errors,
  // Each refresh is a request to the provider, and the provider has other limits.
  limit: { windowSeconds: 60, max: 30 },
  async handle({ input, session, ctx }, social) {
    return ok(await showRefreshedTokens(ctx, social, { ...input, userId: session.userId }));
  },
});

export async function showRefreshedTokens(
  ctx: Context<
    | "FAILED_TO_REFRESH_ACCESS_TOKEN"
    | "ACCOUNT_NOT_FOUND"
    | "REFRESHING_NOT_SUPPORTED"
    | "REFRESH_TOKEN_NOT_FOUND"
    | "PROVIDER_NOT_FOUND"
  >,
  social: Social,
  request: TokenRequest,
): Promise<z.infer<typeof output>> {
  const tokens = await refreshedTokenFor(ctx, social, request);
  const { accessToken, refreshToken, scopes, idToken, accessTokenExpiresAt } = tokens;
  if (accessToken === null) return ctx.fail(socialErrors.FAILED_TO_REFRESH_ACCESS_TOKEN);
  const shown = social.exposeRefreshToken ? refreshToken : null;
  return { accessToken, refreshToken: shown, tokenType: "Bearer", scopes, idToken, accessTokenExpiresAt };
}
