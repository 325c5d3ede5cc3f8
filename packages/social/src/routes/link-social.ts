import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requireLinking } from "../account/link.js";
import { linkByIdToken } from "../callback/by-id-token.js";
import { endpoint } from "../endpoint.js";
import { findProvider } from "../flow/find-provider.js";
import { checkScopes, startFlow } from "../flow/start.js";
import { journey } from "./schemas.js";

export const linkSocial = endpoint({
  route: "POST /link-social",
  access: "step-up",
  doc: "Links an identity at a provider to the caller's user: answers the URL of the provider's page, or links the ID token of the input.",
  input: journey,
  output: z.union([
    z.object({ url: z.string(), redirect: z.boolean() }),
    z.object({ status: z.literal(true), redirect: z.literal(false) }),
  ]),
  errors: [
    "LINKING_IS_DISABLED",
    "PROVIDER_NOT_FOUND",
    "ID_TOKEN_NOT_SUPPORTED",
    "BROWSER_FLOW_REQUIRED",
    "SCOPE_NOT_ALLOWED",
    "INVALID_TOKEN",
    "FAILED_TO_GET_USER_INFO",
    "ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER",
    "UNABLE_TO_LINK_ACCOUNT",
  ],
  redirects: ["callbackURL", "errorCallbackURL"],
  limit: { windowSeconds: 60, max: 30 },
  async handle({ input, session, caller, ctx }, social) {
    requireLinking(ctx, social);
    const provider = findProvider(ctx, social, input.provider);
    const { idToken, disableRedirect, ...start } = input;
    if (idToken) {
      const cookies = await linkByIdToken(ctx, social, provider, { idToken, session, caller });
      return ok({ status: true, redirect: false }, cookies);
    }
    checkScopes(ctx, provider, start.scopes);
    const journey = { ...start, provider, within: { purpose: "link", session } as const, requestSignUp: false, caller };
    const { url, cookies } = await startFlow(ctx, social, journey);
    return ok({ url, redirect: !disableRedirect }, cookies);
  },
});
