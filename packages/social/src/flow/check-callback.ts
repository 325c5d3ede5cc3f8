import type { Session } from "@keyhold/core";
import { type Caller, type Context, consumeOneTimeToken } from "@keyhold/core/plugin";
import type { Social } from "../options.js";
import type { CallbackParameters, Provider } from "../provider.js";
import { findBrowserCookie, isSameBrowser } from "./browser-cookie.js";
import { FlowError } from "./error.js";
import { type Flow, flowToken } from "./state.js";

/** A browser's request to the redirect URI (RFC 6749, section 4.1.2). */
export interface OAuthCallback {
  /** The id in the path. */
  readonly providerId: string;
  readonly parameters: CallbackParameters;
  readonly session: Session | null;
  readonly caller: Caller;
}

/** A flow that may go on, and its provider. */
export interface ResumedFlow extends Flow {
  readonly provider: Provider;
  /** The session in which the flow links, which is still that of the browser; null: the flow signs in. */
  readonly linkTo: Session | null;
}

/**
 * Consumes the flow of a callback, before anything else is checked. The flow must have been started for this provider
 * and in this browser, and to link, in this session. Throws `FlowError`.
 */
export async function resumeFlow(ctx: Context, social: Social, callback: OAuthCallback): Promise<ResumedFlow> {
  const { providerId, parameters, session, caller } = callback;
  const { state } = parameters;
  const taken = state?.length === flowToken.length ? await consumeOneTimeToken(ctx, flowToken, state) : "unknown";
  const provider = social.providers.get(providerId);
  if (!provider) {
    throw new FlowError(
      "oauth_provider_not_found",
      "The URL names a provider that is not among the `providers` of social().",
    );
  }
  const { name } = provider.declaration;
  if (state === undefined) throw new FlowError("state_not_found", `${name} sent no \`state\` back.`);
  if (taken === "expired") throw restart("The `state` is older than ten minutes.");
  if (taken === "unknown") throw restart(whyUnknown(state));
  const flow = taken.payload;
  if (flow.providerId !== providerId) throw restart(`The \`state\` was issued for another provider than ${name}.`);
  if (!isSameBrowser(ctx, caller, flow)) throw restart(whyNotThisBrowser(ctx, caller));
  const { link } = flow;
  if (link && (session?.userId !== link.userId || session.id !== link.sessionId)) {
    throw restart("The flow was begun to link an account in a session that this browser has no more.");
  }
  return { ...flow, provider, linkTo: link && session };
}

const restart = (explanation: string): FlowError => new FlowError("please_restart_the_process", explanation);

function whyUnknown(state: string): string {
  return state.length === flowToken.length
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
