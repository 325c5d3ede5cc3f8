import { z } from "@keyhold/core/schema";

/** Further scopes: the characters of RFC 6749, section 3.3, with a maximum length of the joined parameter. */
const scopes = z
  .array(z.string().regex(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/))
  .refine((all) => all.join(" ").length <= 1024, "Too long")
  .default([]);

/** A part of a name: an app's system may answer null. */
const namePart = z.union([z.string().max(1024), z.null()]).optional();

/** An ID token that the client obtained directly, e.g. from Google One Tap or from a mobile system. */
const idToken = z.object({
  token: z.string().min(1),
  /** The nonce that the client sent to the provider: of `POST /sign-in/social-nonce`, or made by the client. */
  nonce: z.string().min(1).max(255).optional(),
  accessToken: z.string().max(8192).optional(),
  refreshToken: z.string().max(8192).optional(),
  /** When `accessToken` expires: seconds since 1970. */
  expiresAt: z.number().int().positive().max(32_503_680_000).optional(),
  /**
   * The name that Apple's SDK answers at the first sign-in: for a new user only, as unverified text. Ignored for other
   * providers. A text, as Expo's credential of Apple has it, is the user's id and is ignored.
   */
  user: z
    .union([z.object({ name: z.object({ firstName: namePart, lastName: namePart }).nullish() }), z.string(), z.null()])
    .optional(),
  /** The authorization code that Apple's SDK answers: exchanged for a refresh token. Ignored for other providers. */
  authorizationCode: z.string().max(8192).nullish(),
});

export type GivenIdToken = z.infer<typeof idToken>;

/** The provider and the URLs of a flow by redirects, or an ID token in place of redirects. */
export const journey = z.object({
  provider: z.string(),
  callbackURL: z.string().optional(),
  errorCallbackURL: z.string().optional(),
  disableRedirect: z.boolean().default(false),
  idToken: idToken.optional(),
  scopes,
  loginHint: z.string().max(320).optional(),
});

/**
 * Selects an account of a user. If the user has several at a provider, `accountId` is the provider's id of the user or
 * the id of the row.
 */
export const accountName = z.object({ providerId: z.string().optional(), accountId: z.string().optional() });
