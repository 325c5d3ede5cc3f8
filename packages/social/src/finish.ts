import { type Caller, type Context, type Session, safeRedirect, takeTicket } from "@keyhold/core";
import { FlowRefusal } from "./callback-codes.js";
import { linkByProof } from "./link.js";
import type { Social } from "./options.js";
import { proveByCode } from "./proof.js";
import type { CallbackParameters, Provider } from "./provider.js";
import { redirectURIOf } from "./redirect-uri.js";
import { signInByProof } from "./sign-in.js";
import { type Flow, findBrowserCookie, flowTicket, isSameBrowser } from "./state.js";
import type { Endpoint } from "./tokens.js";

/** Who comes back from a provider. */
export interface Return {
  /** The id in the path. */
  readonly providerId: string;
  readonly parameters: CallbackParameters;
  readonly session: Session | null;
  readonly caller: Caller;
}

export interface Finished {
  /** Checked when the flow began. */
  readonly callbackURL: string;
  readonly cookies: readonly string[];
}

/**
 * The flow that a browser comes back from, used up before anything else is looked at; and it must be of this provider
 * and this browser, and one that links of this session. Throws `FlowRefusal`.
 */
export async function resumeFlow(ctx: Context, social: Social, { providerId, ...back }: Return): Promise<Flow> {
  const { state } = back.parameters;
  const taken = state?.length === flowTicket.length ? await takeTicket(ctx, flowTicket, state) : "unknown";
  const provider = social.providers.get(providerId);
  if (!provider) {
    throw new FlowRefusal(
      "oauth_provider_not_found",
      "The URL names a provider that is not among the `providers` of social().",
    );
  }
  const { name } = provider.declaration;
  if (state === undefined) throw new FlowRefusal("state_not_found", `${name} sent no \`state\` back.`);
  if (taken === "expired") throw restart("The `state` is older than ten minutes.");
  if (taken === "unknown") throw restart(whyUnknown(state));
  const flow = taken.payload;
  if (flow.providerId !== providerId) throw restart(`The \`state\` was issued for another provider than ${name}.`);
  if (!isSameBrowser(ctx, back.caller, flow)) throw restart(whyNotThisBrowser(ctx, back.caller));
  const { link } = flow;
  if (link && (back.session?.userId !== link.userId || back.session.id !== link.sessionId)) {
    throw restart("The flow was begun to link an account in a session that this browser has no more.");
  }
  return flow;
}

const restart = (explanation: string): FlowRefusal => new FlowRefusal("please_restart_the_process", explanation);

function whyUnknown(state: string): string {
  return state.length === flowTicket.length
    ? "The `state` is not known: this URL was opened before, or the `state` was issued with another database."
    : "The `state` is none of ours: the provider must send it back as it was sent there.";
}

function whyNotThisBrowser(ctx: Context, caller: Caller): string {
  const { host } = new URL(ctx.settings.origin);
  const { name, found } = findBrowserCookie(ctx, caller);
  switch (found) {
    case "ours":
      return `The flow was begun in another browser: the cookie "${name}" is not the one that it was begun with.`;
    case "foreign":
      return `The cookie "${name}" is not signed by us: another app at this host sets it, too (\`cookies.prefix\`), or the \`secret\` is another.`;
    case "none":
      return `The cookie "${name}" did not come: the flow began in another browser, at another host than ${host}, or by a fetch without \`credentials: "include"\`.`;
  }
}

/** Lets whoever comes back in, or links what they bring. Throws `FlowRefusal`, or the error of a rule. */
export async function finishFlow(
  ctx: Context,
  social: Social,
  flow: Flow,
  { parameters, session, caller }: Return,
): Promise<Finished> {
  const provider = social.providers.get(flow.providerId) as Provider;
  const { name } = provider.declaration;
  const endpoint = await endpointOf(ctx, social, provider);
  if (!parameters.code) throw new FlowRefusal("no_code", `${name} sent neither a \`code\` nor an \`error\`.`);
  const callbackURL = trusted(ctx, flow.callbackURL);
  if (callbackURL === null) {
    throw new FlowRefusal("no_callback_url", "The callbackURL that the flow began with is not trusted any more.");
  }
  const { codeVerifier, nonce, scopes: asked } = flow;
  const redirectURI = redirectURIOf(ctx, provider);
  const proof = await proveByCode(ctx, social, endpoint, {
    callback: parameters,
    redirectURI,
    codeVerifier,
    nonce,
    asked,
  });

  if (flow.link && session) {
    return { callbackURL, cookies: await linkByProof(ctx, social, proof, { session, caller }) };
  }
  const { requestSignUp, newUserCallbackURL } = flow;
  const { cookies, isNewUser } = await signInByProof(ctx, social, proof, { requestSignUp, callbackURL, caller });
  const forNew = newUserCallbackURL === null ? null : trusted(ctx, newUserCallbackURL);
  return { callbackURL: isNewUser && forNew !== null ? forNew : callbackURL, cookies };
}

async function endpointOf(ctx: Context, social: Social, provider: Provider): Promise<Endpoint> {
  const now = ctx.now();
  try {
    return { provider, server: await social.servers(provider, now), net: social.net, now };
  } catch (cause) {
    throw new FlowRefusal("invalid_code", `${provider.declaration.name} does not say where its endpoints are.`, {
      cause,
    });
  }
}

/**
 * An answer of another server than the one that was asked is an attack, whatever it says (RFC 9207, section 2.4). Throws
 * `FlowRefusal`.
 */
export async function refuseOtherIssuer(
  ctx: Context,
  social: Social,
  flow: Flow,
  { iss }: CallbackParameters,
): Promise<void> {
  const provider = social.providers.get(flow.providerId) as Provider;
  const { server } = await endpointOf(ctx, social, provider);
  const { name } = provider.declaration;
  if (iss === undefined && server.sendsIssuer) {
    throw new FlowRefusal("invalid_callback_request", `No \`iss\` came back, which ${name} always sends.`);
  }
  if (iss === undefined || server.issuer === undefined || iss === server.issuer) return;
  throw new FlowRefusal("invalid_callback_request", `The \`iss\` that came back is not that of ${name}.`);
}

/** Checked when the flow began, and once more where nobody need be asked: the list may have changed meanwhile. */
export const trusted = ({ settings }: Context, url: string): string | null =>
  settings.trustedOriginsOf ? url : safeRedirect(url, settings, settings.trustedOrigins);
