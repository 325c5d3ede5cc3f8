import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requireStepUp } from "../../account/step-up.js";
import { endpoint } from "../../endpoint.js";
import { findProvider } from "../../flow/find-provider.js";
import { startFlow } from "../../flow/start.js";

export const stepUpSocial = endpoint({
  route: "POST /step-up/social",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "Proves a linked account again in the caller's session: answers the URL of the provider's page, on which the provider asks the user again. A browser's session gets a new token at the callback.",
  input: z.object({
    provider: z.string(),
    callbackURL: z.string(),
    errorCallbackURL: z.string().optional(),
    disableRedirect: z.boolean().default(false),
  }),
  output: z.object({ url: z.string(), redirect: z.boolean() }),
  errors: ["PROVIDER_NOT_FOUND", "BROWSER_FLOW_REQUIRED", "STEP_UP_NOT_CONFIGURED", "STEP_UP_NOT_SUPPORTED"],
  redirects: ["callbackURL", "errorCallbackURL"],
  limit: { windowSeconds: 60, max: 30 },
  async handle({ input: { disableRedirect, ...start }, session, caller, ctx }, social) {
    const provider = findProvider(ctx, social, start.provider);
    requireStepUp(ctx, provider);
    const within = { purpose: "step-up", session } as const;
    const { url, cookies } = await startFlow(ctx, social, {
      ...start,
      provider,
      within,
      scopes: [],
      requestSignUp: false,
      caller,
    });
    return ok({ url, redirect: !disableRedirect }, cookies);
  },
});
