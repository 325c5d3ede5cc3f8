import { type Caller, type Context, type RedirectOutcome, redirect, withQuery } from "@keyhold/core/plugin";
import { linkProviderUser, requireLinking, requireLinkingSession } from "../account/link.js";
import { signInProviderUser } from "../account/sign-in.js";
import { requireStepUp, stepUpProviderUser } from "../account/step-up.js";
import { type OAuthCallback, type ResumedFlow, resumeFlow } from "../flow/check-callback.js";
import { FlowError, maxExplanationLength, redirectToErrorPage, reportFailure } from "../flow/error.js";
import { findFinished, finishedCookies } from "../flow/finished.js";
import { keepCallback } from "../flow/kept-callback.js";
import { answerOnce } from "../flow/running.js";
import { stillTrusted } from "../flow/state.js";
import { purposeOf } from "../flow/within.js";
import { parseLine } from "../identity/identity.js";
import { identifyByTokens } from "../identity/provider-user.js";
import { type Connection, connect } from "../oauth/connection.js";
import { reasonOf } from "../oauth/reason.js";
import { redirectURIOf } from "../oauth/redirect-uri.js";
import { describeFailure, exchangeCode, type Tokens } from "../oauth/token-endpoint.js";
import type { Social } from "../options.js";
import type { CallbackParameters, Provider } from "../provider.js";

/** Answers an OAuth callback. The redirect has a fragment if the provider adds a fragment to the callback URL. */
export async function handleCallback(ctx: Context, social: Social, callback: OAuthCallback): Promise<RedirectOutcome> {
  const answer = await answerOnce(ctx, social.runningCallbacks, callback, () => answerCallback(ctx, social, callback));
  const isKept = social.providers.get(callback.providerId)?.declaration.addsFragment && !answer.location.includes("#");
  return isKept ? { ...answer, location: `${answer.location}#` } : answer;
}

/**
 * Answers an OAuth callback (RFC 6749, section 4.1.2): signs the user in, links the identity or records a
 * step-up, and redirects the browser. A failure of any kind becomes a redirect to the error page.
 */
async function answerCallback(given: Context, social: Social, callback: OAuthCallback): Promise<RedirectOutcome> {
  // Each error below becomes a redirect with a specific code.
  const ctx = given as Context<string>;
  const { providerId, parameters, caller } = callback;
  const again = findFinished(ctx, callback);
  if (again !== null) return redirect(again);
  let flow: ResumedFlow | null = null;
  try {
    flow = await resumeFlow(ctx, social, callback);
    const { provider, within, nonce, scopes: asked, requestSignUp, isRemembered, newUserCallbackURL } = flow;
    const connection = await connectFlow(ctx, social, provider);
    checkIssuer(connection, parameters);
    checkProviderError(parameters);
    checkCode(provider, parameters);
    await requirePurpose(ctx, social, flow);
    const callbackURL = trustedCallbackURL(ctx, flow, caller);
    if (flow.handOver) {
      await keepCallback(ctx, flow.handOver, { ...flow, parameters });
      return redirect(withQuery(ctx.settings, callbackURL));
    }
    const tokens = await exchangeFlowCode(ctx, connection, flow, parameters);
    const user = await identifyByTokens(ctx, social, connection, { tokens, nonce, asked, callback: parameters });
    if (within) {
      const { purpose, session } = within;
      const cookies =
        purpose === "link"
          ? await linkProviderUser(ctx, social, user, { session, caller })
          : await stepUpProviderUser(ctx, user, { session, startedAt: flow.startedAt, caller });
      const back = finishedCookies(ctx, callback, { to: callbackURL, asked: null });
      return redirect(withQuery(ctx.settings, callbackURL), [...cookies, ...back]);
    }
    const newUserPage = newUserCallbackURL === null ? null : stillTrusted(ctx, caller, newUserCallbackURL);
    const signIn = { requestSignUp, isRemembered, callbackURL, newUserCallbackURL: newUserPage, caller };
    const { opened, cookies, isNewUser } = await signInProviderUser(ctx, social, user, signIn);
    const to = (isNewUser ? newUserPage : null) ?? callbackURL;
    const pending = opened.kind === "asked" ? opened.location : null;
    const back = finishedCookies(ctx, callback, { to, asked: pending });
    return redirect(pending ?? withQuery(ctx.settings, to), [...cookies, ...back]);
  } catch (thrown) {
    // The path is client input: events and the log name only a configured provider.
    const named = social.providers.has(providerId) ? providerId : "unknown";
    const error = reportFailure(ctx, { providerId: named, purpose: flow && purposeOf(flow), caller }, thrown);
    const errorCallbackURL = flow?.errorCallbackURL ?? null;
    return redirectToErrorPage(ctx, errorCallbackURL === null ? null : { errorCallbackURL, caller }, error);
  }
}

/** What the app's config or the session no longer allows fails before the provider is asked for tokens. */
async function requirePurpose(ctx: Context<string>, social: Social, { provider, within }: ResumedFlow): Promise<void> {
  if (within?.purpose === "link") {
    requireLinking(ctx, social);
    await requireLinkingSession(ctx, within.session);
  }
  if (within?.purpose === "step-up") requireStepUp(ctx, provider);
}

const connectFlow = (ctx: Context, social: Social, provider: Provider): Promise<Connection> =>
  connect(ctx, social, provider).catch((cause: unknown) => {
    const explanation = `The endpoints of ${provider.declaration.name} could not be found: ${reasonOf(cause)}`;
    throw new FlowError("invalid_code", explanation, { cause });
  });

/**
 * A response of another authorization server is a mix-up attack (RFC 9207, section 2.4). Many servers omit `iss` in an
 * error response. Such a response has no code that could be sent to another server: it ends the flow of its `state`, as
 * each callback does before this check, and grants nothing.
 */
function checkIssuer({ provider, server }: Connection, parameters: CallbackParameters): void {
  const { name } = provider.declaration;
  const { iss } = parameters;
  if (iss === undefined && server.sendsIssuer && !isErrorResponse(parameters)) {
    throw new FlowError("invalid_callback_request", `The callback has no \`iss\`, but ${name} always sends one.`);
  }
  if (iss === undefined || server.issuer === undefined || iss === server.issuer) return;
  throw new FlowError("invalid_callback_request", `The \`iss\` of the callback is not the issuer of ${name}.`);
}

/** Whether the callback has an error. Some providers send an empty `error` beside the code. */
const isErrorResponse = ({ error, code }: CallbackParameters): boolean =>
  error !== undefined && (error !== "" || !code);

/** The provider's error (RFC 6749, section 4.1.2.1), e.g. "access_denied" if the user cancelled. */
function checkProviderError(parameters: CallbackParameters): void {
  if (!isErrorResponse(parameters)) return;
  const { error = "", error_description: description } = parameters;
  const code = hasCancelled(error) ? "access_denied" : error.slice(0, 64).replace(/[^\w.-]+/g, "_") || "unknown";
  const explanation = parseLine(description, maxExplanationLength) ?? "The provider gave no reason.";
  throw new FlowError({ foreign: code }, explanation);
}

/** LinkedIn's "user_cancelled_login" and similar codes in place of the "access_denied" of the RFC. */
const hasCancelled = (error: string): boolean =>
  /^(?:access_denied|(?:(?:login|consent|authori[sz]ation)_)?(?:cancell?ed|denied|declined)|user_(?:cancell?ed|denied|declined)(?:_[a-z]{1,32})?)$/i.test(
    error,
  );

function checkCode({ declaration }: Provider, { code }: CallbackParameters): void {
  if (!code) throw new FlowError("no_code", `${declaration.name} sent neither a \`code\` nor an \`error\`.`);
}

function trustedCallbackURL(ctx: Context, { callbackURL }: ResumedFlow, caller: Caller): string {
  const trusted = stillTrusted(ctx, caller, callbackURL);
  if (trusted !== null) return trusted;
  throw new FlowError("no_callback_url", "The callbackURL of the flow is no longer trusted.");
}

/** Exchanges the code of a callback. Throws `FlowError`: invalid_code. */
export function exchangeFlowCode(
  ctx: Context,
  connection: Connection,
  { codeVerifier }: Pick<ResumedFlow, "codeVerifier">,
  callback: CallbackParameters,
): Promise<Tokens> {
  const { provider } = connection;
  const exchange = { callback, redirectURI: redirectURIOf(ctx, provider), codeVerifier };
  return exchangeCode(connection, exchange).catch((cause: unknown) => {
    throw new FlowError("invalid_code", describeFailure(provider, cause), { cause });
  });
}
