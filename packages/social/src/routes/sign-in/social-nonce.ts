import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../../endpoint.js";
import { socialErrors } from "../../errors.js";
import { findProvider } from "../../flow/find-provider.js";
import { issueNonce } from "../../flow/nonce.js";

export const signInSocialNonce = endpoint({
  route: "POST /sign-in/social-nonce",
  access: "public",
  doc: "Answers a nonce for one ID token of a provider: valid for five minutes, in the calling client only.",
  input: z.object({ provider: z.string() }),
  output: z.object({ nonce: z.string() }),
  errors: ["PROVIDER_NOT_FOUND", "ID_TOKEN_NOT_SUPPORTED"],
  limit: { windowSeconds: 60, max: 30 },
  async handle({ input, caller, ctx }, social) {
    const { id, declaration, options } = findProvider(ctx, social, input.provider);
    const rules = declaration.idToken;
    if (!rules || rules.nonce === "none" || options.disableIdTokenSignIn) {
      return ctx.fail(socialErrors.ID_TOKEN_NOT_SUPPORTED);
    }
    const { nonce, cookies } = await issueNonce(ctx, caller, id);
    return ok({ nonce }, cookies);
  },
});
