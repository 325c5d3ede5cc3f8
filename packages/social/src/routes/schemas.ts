import * as z from "@keyhold/core/schema";

/** Further scopes: characters that scopes are made of (RFC 6749, section 3.3), in the one parameter that they are sent in. */
const scopes = z
  .array(z.string().regex(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/))
  .refine((all) => all.join(" ").length <= 1024, "Too long")
  .default([]);

/** An ID token that the app got by itself, e.g. from Google One Tap or from the system of a phone. */
const idToken = z.object({
  token: z.string().min(1),
  /** What the app had the provider put into it. */
  nonce: z.string().min(1).max(255).optional(),
  accessToken: z.string().max(8192).optional(),
  refreshToken: z.string().max(8192).optional(),
  /** When `accessToken` ends: seconds since 1970. */
  expiresAt: z.number().int().positive().max(32_503_680_000).optional(),
});

export type GivenIdToken = z.infer<typeof idToken>;

/** Where a browser is to go and to come back to; or an ID token, so that it need not. */
export const journey = z.object({
  provider: z.string(),
  callbackURL: z.string().optional(),
  errorCallbackURL: z.string().optional(),
  disableRedirect: z.boolean().default(false),
  idToken: idToken.optional(),
  scopes,
  loginHint: z.string().max(320).optional(),
});

/** Which of somebody's accounts: where there are several at one provider, by the provider's id of the person, or by the row's. */
export const accountName = z.object({ providerId: z.string().optional(), accountId: z.string().optional() });
