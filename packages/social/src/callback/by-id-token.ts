import { type ErrorEntry, isAuthError, type Session } from "@keyhold/core";
import { type Caller, type Context, commonErrors } from "@keyhold/core/plugin";
import { linkProviderUser } from "../account/link.js";
import { type SocialSession, type SocialSignIn, signInProviderUser } from "../account/sign-in.js";
import { type SocialErrorCode, socialErrors } from "../errors.js";
import type { CallbackCode } from "../flow/callback-codes.js";
import { type Attempt, FlowError, reportFailure } from "../flow/error.js";
import { identifyByIdToken, type ProviderUser } from "../identity/provider-user.js";
import { connect, failUnavailable } from "../oauth/connection.js";
import type { Social } from "../options.js";
import type { Provider } from "../provider.js";
import type { GivenIdToken } from "../routes/schemas.js";

/** The input of a sign-in by an ID token. */
export interface ByIdToken {
  readonly idToken: GivenIdToken;
  readonly caller: Caller;
}

/** Signs in the user of an ID token. Throws the `AuthError` for the code that a callback would fail with. */
export const signInByIdToken = (
  ctx: Context<CodeIn<typeof signInErrors>>,
  social: Social,
  provider: Provider,
  { idToken, ...signIn }: ByIdToken & SocialSignIn,
): Promise<SocialSession> =>
  asAuthErrors(
    ctx,
    { providerId: provider.id, purpose: "sign-in", caller: signIn.caller, errors: signInErrors },
    async (ctx) =>
      signInProviderUser(
        ctx,
        social,
        await identify(ctx, social, provider, { idToken, caller: signIn.caller }),
        signIn,
      ),
  );

/** Links the identity of an ID token to the user of the session. Answers the session's cookies. */
export const linkByIdToken = (
  ctx: Context<CodeIn<typeof linkErrors>>,
  social: Social,
  provider: Provider,
  { idToken, session, caller }: ByIdToken & { readonly session: Session },
): Promise<readonly string[]> =>
  asAuthErrors(ctx, { providerId: provider.id, purpose: "link", caller, errors: linkErrors }, async (ctx) =>
    linkProviderUser(ctx, social, await identify(ctx, social, provider, { idToken, caller }), { session, caller }),
  );

async function identify(
  ctx: Context<"ID_TOKEN_NOT_SUPPORTED">,
  social: Social,
  provider: Provider,
  given: ByIdToken,
): Promise<ProviderUser> {
  const { declaration, options } = provider;
  if (!declaration.idToken || options.disableIdTokenSignIn) return ctx.fail(socialErrors.ID_TOKEN_NOT_SUPPORTED);
  const connection = await connect(ctx, social, provider).catch((cause: unknown) => failUnavailable(ctx, cause));
  return identifyByIdToken(ctx, social, connection, given);
}

/** What the code of a callback is to a caller that sends an ID token. */
const identityErrors = {
  invalid_code: socialErrors.INVALID_TOKEN,
  unable_to_get_user_info: socialErrors.FAILED_TO_GET_USER_INFO,
  unable_to_link_account: socialErrors.UNABLE_TO_LINK_ACCOUNT,
} as const satisfies CallbackErrors;
const signInErrors = {
  ...identityErrors,
  email_not_found: socialErrors.USER_EMAIL_NOT_FOUND,
  email_not_verified: socialErrors.EMAIL_NOT_VERIFIED,
  signup_disabled: socialErrors.SIGNUP_DISABLED,
  account_not_linked: socialErrors.ACCOUNT_NOT_LINKED,
  unable_to_create_user: socialErrors.UNABLE_TO_CREATE_USER,
  unable_to_create_session: socialErrors.FAILED_TO_CREATE_SESSION,
} as const satisfies CallbackErrors;
export const linkErrors = {
  ...identityErrors,
  account_already_linked_to_different_user: socialErrors.ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER,
} as const satisfies CallbackErrors;

type CallbackErrors = Partial<Record<CallbackCode, ErrorEntry<SocialErrorCode>>>;
type CodeIn<Errors> = Extract<Errors[keyof Errors], ErrorEntry>["code"] | "ID_TOKEN_NOT_SUPPORTED";

/** The catalogue has another status for these codes. As the answer to an ID token, their status is 401. */
const unauthorized: ReadonlySet<string> = new Set(["INVALID_TOKEN", "FAILED_TO_GET_USER_INFO"]);

interface Tried<Code extends string> extends Attempt {
  readonly errors: Readonly<Record<string, ErrorEntry<Code> | undefined>>;
}

/** Runs work that may fail with any error: each error, except errors of hooks, becomes one of `errors`. */
export async function asAuthErrors<T, Code extends string>(
  ctx: Context<Code>,
  { errors, ...attempt }: Tried<Code>,
  work: (ctx: Context<string>) => Promise<T>,
): Promise<T> {
  try {
    return await work(ctx as Context<string>);
  } catch (thrown) {
    const isRule = isAuthError(thrown) && thrown.status < 500;
    if (!isRule && !(thrown instanceof FlowError)) throw thrown;
    const error = errors[reportFailure(ctx, attempt, thrown).code];
    if (error) return ctx.fail(error, unauthorized.has(error.code) ? { status: 401 } : {});
    if (isRule) throw thrown;
    return ctx.fail(commonErrors.UNAUTHORIZED);
  }
}
