import { user as userSchema } from "@keyhold/core/entity-schemas";
import { askedOf, moreAsked, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { signInByIdToken } from "../../callback/by-id-token.js";
import { endpoint } from "../../endpoint.js";
import { findProvider } from "../../flow/find-provider.js";
import { checkScopes, startFlow } from "../../flow/start.js";
import { journey } from "../schemas.js";

export const signInSocial = endpoint({
  route: "POST /sign-in/social",
  access: "public",
  doc: "Signs in with a provider: answers the URL of the provider's page, or creates a session if the input has an ID token.",
  input: journey.extend({
    newUserCallbackURL: z.string().optional(),
    requestSignUp: z.boolean().default(false),
    rememberMe: z.boolean().default(true),
  }),
  output: z.union([
    z.object({ url: z.string(), redirect: z.boolean() }),
    z.object({ redirect: z.literal(false), token: z.string(), user: userSchema }),
    moreAsked,
  ]),
  errors: [
    "PROVIDER_NOT_FOUND",
    "ID_TOKEN_NOT_SUPPORTED",
    "BROWSER_FLOW_REQUIRED",
    "SCOPE_NOT_ALLOWED",
    "INVALID_TOKEN",
    "FAILED_TO_GET_USER_INFO",
    "USER_EMAIL_NOT_FOUND",
    "EMAIL_NOT_VERIFIED",
    "SIGNUP_DISABLED",
    "ACCOUNT_NOT_LINKED",
    "UNABLE_TO_CREATE_USER",
    "FAILED_TO_CREATE_SESSION",
    "UNABLE_TO_LINK_ACCOUNT",
  ],
  redirects: ["callbackURL", "newUserCallbackURL", "errorCallbackURL"],
  limit: { windowSeconds: 60, max: 30 },
  async handle({ input, caller, ctx }, social) {
    const provider = findProvider(ctx, social, input.provider);
    const { idToken, disableRedirect, rememberMe: isRemembered, ...start } = input;
    if (idToken) {
      const { requestSignUp, callbackURL } = input;
      const signIn = { idToken, requestSignUp, isRemembered, callbackURL, caller };
      const { opened, user, cookies } = await signInByIdToken(ctx, social, provider, signIn);
      return opened.kind === "asked"
        ? askedOf({ ...opened, cookies })
        : ok({ redirect: false, token: opened.token, user }, cookies);
    }
    checkScopes(ctx, provider, start.scopes);
    const { url, cookies } = await startFlow(ctx, social, { ...start, isRemembered, provider, within: null, caller });
    return ok({ url, redirect: !disableRedirect }, cookies);
  },
});
