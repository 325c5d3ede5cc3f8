import { type Context, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { accessTokenFor, type TokenRequest } from "../account/access-token.js";
import { endpoint } from "../endpoint.js";
import { socialErrors } from "../errors.js";
import type { Social } from "../options.js";
import { accountName } from "./schemas.js";

/** `refreshToken`: only if the app set `exposeRefreshToken`. */
export const output = z.object({
  accessToken: z.string(),
  accessTokenExpiresAt: z.date().nullable(),
  scopes: z.array(z.string()).readonly(),
  idToken: z.string().nullable(),
  refreshToken: z.string().nullable().optional(),
});

export const errors = ["PROVIDER_NOT_FOUND", "ACCOUNT_NOT_FOUND", "FAILED_TO_GET_A_VALID_ACCESS_TOKEN"] as const;

export const getAccessToken = endpoint({
  route: "POST /get-access-token",
  access: "session",
  isPersonal: true,
  doc: "An access token of one of the caller's accounts, refreshed if it expires within five seconds.",
  input: accountName,
  output,
  errors,
  async handle({ input, session, ctx }, social) {
    return ok(await showAccessToken(ctx, social, { ...input, userId: session.userId }));
  },
});

/** Throws FAILED_TO_GET_A_VALID_ACCESS_TOKEN if there is no access token, e.g. after a sign-in by an ID token. */
export async function showAccessToken(
  ctx: Context<"FAILED_TO_GET_A_VALID_ACCESS_TOKEN" | "ACCOUNT_NOT_FOUND" | "PROVIDER_NOT_FOUND">,
  social: Social,
  request: TokenRequest,
): Promise<z.infer<typeof output>> {
  const tokens = await accessTokenFor(ctx, social, request);
  const { accessToken, accessTokenExpiresAt, scopes, idToken, refreshToken } = tokens;
  if (accessToken === null) return ctx.fail(socialErrors.FAILED_TO_GET_A_VALID_ACCESS_TOKEN);
  const shown = { accessToken, accessTokenExpiresAt, scopes, idToken };
  return social.exposeRefreshToken ? { ...shown, refreshToken } : shown;
}
