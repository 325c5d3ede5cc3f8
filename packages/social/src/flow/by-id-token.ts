import { isAuthError, type Session } from "@keyhold/core";
import type { Caller, Context } from "@keyhold/core/plugin";
import { linkProviderUser } from "../account/link.js";
import { type SocialSession, type SocialSignIn, signInProviderUser } from "../account/sign-in.js";
import type { SocialErrorCode } from "../errors.js";
import { identifyByIdToken, type ProviderUser } from "../identity/provider-user.js";
import { connect, refuseUnavailable } from "../oauth/connection.js";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";
import type { GivenIdToken } from "../routes/schemas.js";
import type { CallbackCode } from "./callback-codes.js";
import { type Attempt, FlowError, reportFailure } from "./error.js";

/** The input of a sign-in by an ID token. */
export interface ByIdToken {
  readonly idToken: GivenIdToken;
  readonly caller: Caller;
}

/** Signs in the user of an ID token. Throws the `AuthError` for the code that a callback would fail with. */
export const signInByIdToken = (
  ctx: Context,
  social: Social,
  provider: Provider,
  { idToken, ...signIn }: ByIdToken & SocialSignIn,
): Promise<SocialSession> =>
  asAuthErrors(ctx, { providerId: provider.id, purpose: "sign-in", caller: signIn.caller }, async () =>
    signInProviderUser(ctx, social, await identify(ctx, social, provider, idToken), signIn),
  );

/** Links the identity of an ID token to the user of the session. Answers the session's cookies. */
export const linkByIdToken = (
  ctx: Context,
  social: Social,
  provider: Provider,
  { idToken, session, caller }: ByIdToken & { readonly session: Session },
): Promise<readonly string[]> =>
  asAuthErrors(ctx, { providerId: provider.id, purpose: "link", caller }, async () =>
    linkProviderUser(ctx, social, await identify(ctx, social, provider, idToken), { session, caller }),
  );

async function identify(ctx: Context, social: Social, provider: Provider, given: GivenIdToken): Promise<ProviderUser> {
  const { declaration, options } = provider;
  if (!declaration.idToken || options.disableIdTokenSignIn) return ctx.refuse("ID_TOKEN_NOT_SUPPORTED");
  const connection = await connect(ctx, social, provider).catch((cause: unknown) => refuseUnavailable(ctx, cause));
  return identifyByIdToken(ctx, social, connection, given);
}

const errorOf: Readonly<Record<string, SocialErrorCode | undefined>> = {
  invalid_code: "INVALID_TOKEN",
  unable_to_get_user_info: "FAILED_TO_GET_USER_INFO",
  email_not_found: "USER_EMAIL_NOT_FOUND",
  email_not_verified: "EMAIL_NOT_VERIFIED",
  signup_disabled: "SIGNUP_DISABLED",
  account_not_linked: "ACCOUNT_NOT_LINKED",
  account_already_linked_to_different_user: "ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER",
  unable_to_link_account: "UNABLE_TO_LINK_ACCOUNT",
  unable_to_create_user: "UNABLE_TO_CREATE_USER",
  unable_to_create_session: "FAILED_TO_CREATE_SESSION",
} satisfies Partial<Record<CallbackCode, SocialErrorCode>>;

/** The catalogue has another status for these codes. As the answer to an ID token, their status is 401. */
const unauthorized: ReadonlySet<SocialErrorCode> = new Set(["INVALID_TOKEN", "FAILED_TO_GET_USER_INFO"]);

async function asAuthErrors<T>(ctx: Context, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const isRule = isAuthError(thrown) && thrown.status < 500;
    if (!isRule && !(thrown instanceof FlowError)) throw thrown;
    const code = errorOf[reportFailure(ctx, attempt, thrown).code];
    if (code) return ctx.refuse(code, unauthorized.has(code) ? { status: 401 } : {});
    if (isRule) throw thrown;
    return ctx.refuse("UNAUTHORIZED");
  }
}
