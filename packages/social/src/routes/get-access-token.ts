import { ok } from "@keyhold/core";
import { z } from "zod";
import { accessTokenFor } from "../access-token.js";
import { endpoint } from "../endpoint.js";
import { accountName, tokens } from "../shapes.js";
import { shownAccessToken } from "../shown-tokens.js";

const errors = ["PROVIDER_NOT_FOUND", "ACCOUNT_NOT_FOUND", "FAILED_TO_GET_A_VALID_ACCESS_TOKEN"] as const;

export const getAccessToken = endpoint({
  wire: "POST /get-access-token",
  access: "session",
  doc: "An access token of one of the caller's accounts, refreshed when it is good for five seconds or less.",
  input: accountName,
  output: tokens,
  errors,
  async handle({ input, session, ctx }, social) {
    const kept = await accessTokenFor(ctx, social, { ...input, userId: session.userId });
    return ok(shownAccessToken(ctx, social, kept));
  },
});

export const getUserAccessToken = endpoint({
  wire: "POST /get-user-access-token",
  access: "public",
  doc: "The same for any user, for the server's own code.",
  input: accountName.extend({ userId: z.string() }),
  output: tokens,
  errors,
  isServerOnly: true,
  async handle({ input, ctx }, social) {
    return ok(shownAccessToken(ctx, social, await accessTokenFor(ctx, social, input)));
  },
});
