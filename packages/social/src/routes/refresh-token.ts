import { ok } from "@keyhold/core";
import { z } from "zod";
import { refreshedTokenFor } from "../access-token.js";
import { endpoint } from "../endpoint.js";
import { accountName, refreshedTokens } from "../shapes.js";
import { shownRefreshedTokens } from "../shown-tokens.js";

const errors = [
  "PROVIDER_NOT_FOUND",
  "ACCOUNT_NOT_FOUND",
  "REFRESHING_NOT_SUPPORTED",
  "REFRESH_TOKEN_NOT_FOUND",
  "FAILED_TO_REFRESH_ACCESS_TOKEN",
] as const;

export const refreshToken = endpoint({
  wire: "POST /refresh-token",
  access: "session",
  doc: "New tokens of one of the caller's accounts; of many who ask at once one asks the provider.",
  input: accountName,
  output: refreshedTokens,
  errors,
  // Each asks the provider, which counts them, too.
  limit: { windowSeconds: 60, max: 30 },
  async handle({ input, session, ctx }, social) {
    return ok(shownRefreshedTokens(ctx, await refreshedTokenFor(ctx, social, { ...input, userId: session.userId })));
  },
});

export const refreshUserToken = endpoint({
  wire: "POST /refresh-user-token",
  access: "public",
  doc: "The same for any user, for the server's own code.",
  input: accountName.extend({ userId: z.string() }),
  output: refreshedTokens,
  errors,
  isServerOnly: true,
  async handle({ input, ctx }, social) {
    return ok(shownRefreshedTokens(ctx, await refreshedTokenFor(ctx, social, input)));
  },
});
