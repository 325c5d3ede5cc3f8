import type { Session } from "@keyhold/core";
import { type Caller, type Context, consumeOneTimeToken } from "@keyhold/core/plugin";
import type { Social } from "../options.js";
import type { CallbackParameters, Provider } from "../provider.js";
import { findBrowserCookie, isSameBrowser } from "./browser-cookie.js";
import { FlowError } from "./error.js";
import { type Flow, flowToken } from "./state.js";
import type { Within } from "./within.js";

/** A browser's request to the redirect URI (RFC 6749, section 4.1.2). */
export interface OAuthCallback {
  /** The id in the URL. */
  readonly providerId: string;
  readonly parameters: CallbackParameters;
  readonly session: Session | null;
  readonly caller: Caller;
}

/** A consumed flow, valid for this request. */
export interface ResumedFlow extends Omit<Flow, "within"> {
  readonly provider: Provider;
  /** With the session of the browser. Null: the flow signs in. */
  readonly within: Within | null;
}

/**
 * Consumes the flow of a callback before all other checks. The flow must have been started for this provider
 * and in this browser, and to link or step up, in this session. Throws `FlowError`.
 */
export async function resumeFlow(ctx: Context, social: Social, callback: OAuthCallback): Promise<ResumedFlow> {
  const { providerId, parameters, session, caller } = callback;
  const { state } = parameters;
  const taken = state?.length === flowToken.length ? await consumeOneTimeToken(ctx, flowToken, state) : "unknown";
  const provider = social.providers.get(providerId);
  if (!provider) {
    throw new FlowError(
      "oauth_provider_not_found",
      "The URL has a provider that is not in the `providers` of social().",
    );
  }
  const { name } = provider.declaration;
  if (state === undefined) throw new FlowError("state_not_found", `${name} sent no \`state\`.`);
  if (taken === "expired") throw restart("The `state` is older than ten minutes.");
  if (taken === "unknown") throw restart(whyUnknown(state));
  const flow = taken.payload;
  if (flow.providerId !== providerId) throw restart(`The \`state\` was issued for another provider than ${name}.`);
  if (!isSameBrowser(ctx, caller, flow)) throw restart(whyNotThisBrowser(ctx, caller));
  return { ...flow, provider, within: flow.within && resumeWithin(flow.within, session) };
}

function resumeWithin({ purpose, userId, sessionId }: NonNullable<Flow["within"]>, session: Session | null): Within {
  if (session?.userId === userId && session.id === sessionId) return { purpose, session };
  const aim = purpose === "link" ? "to link an account" : "to step up";
  throw restart(`The flow was started ${aim} in a session that this browser no longer has.`);
}

const restart = (explanation: string): FlowError => new FlowError("please_restart_the_process", explanation);

function whyUnknown(state: string): string {
  return state.length === flowToken.length
    ? "The `state` is unknown: this URL was opened before, or the `state` was issued with another database."
    : "The `state` is not from this app: the provider must return it unchanged.";
}

function whyNotThisBrowser(ctx: Context, caller: Caller): string {
  const { host } = new URL(ctx.settings.origin);
  const { name, found } = findBrowserCookie(ctx, caller);
  switch (found) {
    case "ours":
      return `The flow was started in another browser: the cookie "${name}" has another value.`;
    case "foreign":
      return `The signature of the cookie "${name}" is invalid: another app on this host sets it too (\`cookies.prefix\`), or the \`secret\` has changed.`;
    case "none":
      return `The cookie "${name}" is missing: the flow was started in another browser, on another host than ${host}, or by a fetch without \`credentials: "include"\`.`;
  }
}
