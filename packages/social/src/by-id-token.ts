import { type Caller, type Context, isAuthError, type Session } from "@keyhold/core";
import type { z } from "zod";
import { type CallbackCode, FlowRefusal } from "./callback-codes.js";
import type { SocialErrorCode } from "./errors.js";
import { linkByProof } from "./link.js";
import type { Social } from "./options.js";
import { type Proof, proveByIdToken } from "./proof.js";
import type { Provider } from "./provider.js";
import { readRefusal, tellRefused } from "./refused.js";
import type { idToken } from "./shapes.js";
import { type SocialSession, type SocialSignIn, signInByProof } from "./sign-in.js";

type GivenIdToken = z.infer<typeof idToken>;

/** An ID token that somebody sends, instead of a journey of their browser. */
export interface ByIdToken {
  readonly idToken: GivenIdToken;
  readonly caller: Caller;
}

/** Signs in whoever an ID token speaks of. Throws the error of the code that a flow would have ended with. */
export const signInByIdToken = (
  ctx: Context,
  social: Social,
  provider: Provider,
  { idToken, ...signIn }: ByIdToken & SocialSignIn,
): Promise<SocialSession> =>
  asErrors(ctx, { provider, purpose: "sign-in", caller: signIn.caller }, async () =>
    signInByProof(ctx, social, await prove(ctx, social, provider, idToken), signIn),
  );

/** Links whatever an ID token speaks of. Answers with the cookies of the session. */
export const linkByIdToken = (
  ctx: Context,
  social: Social,
  provider: Provider,
  { idToken, session, caller }: ByIdToken & { readonly session: Session },
): Promise<readonly string[]> =>
  asErrors(ctx, { provider, purpose: "link", caller }, async () =>
    linkByProof(ctx, social, await prove(ctx, social, provider, idToken), { session, caller }),
  );

async function prove(ctx: Context, social: Social, provider: Provider, given: GivenIdToken): Promise<Proof> {
  const { declaration, options } = provider;
  if (!declaration.idToken || options.disableIdTokenSignIn) return ctx.refuse("ID_TOKEN_NOT_SUPPORTED");
  const now = ctx.now();
  const server = await Promise.resolve(social.servers(provider, now)).catch((cause: unknown) =>
    ctx.refuse("SERVICE_UNAVAILABLE", { cause, headers: { "retry-after": "5" } }),
  );
  const { token, nonce = null, accessToken = null, refreshToken = null, expiresAt } = given;
  const expires = expiresAt === undefined ? null : new Date(expiresAt * 1000);
  const endpoint = { provider, server, net: social.net, now };
  const idToken = { token, nonce, accessToken, refreshToken, expiresAt: expires };
  return proveByIdToken(ctx, social, endpoint, idToken);
}

const errorOf: Readonly<Partial<Record<CallbackCode, SocialErrorCode>>> = {
  invalid_code: "INVALID_TOKEN",
  unable_to_get_user_info: "FAILED_TO_GET_USER_INFO",
  email_not_found: "USER_EMAIL_NOT_FOUND",
  email_not_verified: "EMAIL_NOT_VERIFIED",
  signup_disabled: "SIGNUP_DISABLED",
  account_not_linked: "ACCOUNT_NOT_LINKED",
  account_already_linked_to_different_user: "ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER",
  unable_to_link_account: "UNABLE_TO_LINK_ACCOUNT",
  unable_to_create_user: "UNABLE_TO_CREATE_USER",
};

/** These have another status where they are no answer to credentials. */
const unauthorized: ReadonlySet<SocialErrorCode> = new Set(["INVALID_TOKEN", "FAILED_TO_GET_USER_INFO"]);

interface Attempt {
  readonly provider: Provider;
  readonly purpose: "sign-in" | "link";
  readonly caller: Caller;
}

async function asErrors<T>(ctx: Context, { provider, purpose, caller }: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const isRule = isAuthError(thrown) && thrown.status < 500;
    if (!isRule && !(thrown instanceof FlowRefusal)) throw thrown;
    const attempt = { providerId: provider.id, purpose };
    const refused = readRefusal(ctx, attempt, thrown);
    tellRefused(ctx, refused, { ...attempt, caller });
    const code = errorOf[refused.code as CallbackCode];
    if (code) return ctx.refuse(code, unauthorized.has(code) ? { status: 401 } : {});
    if (isRule) throw thrown;
    return ctx.refuse("UNAUTHORIZED");
  }
}
