import { type Caller, type Context, type Session, takeTicket } from "@keyhold/core";
import type { Social } from "../options.js";
import type { CallbackParameters, Provider } from "../provider.js";
import { findBrowserCookie, isSameBrowser } from "./browser-cookie.js";
import { FlowRefusal } from "./refusal.js";
import { type Flow, flowTicket } from "./state.js";

/** Who comes back from a provider. */
export interface Return {
  /** The id in the path. */
  readonly providerId: string;
  readonly parameters: CallbackParameters;
  readonly session: Session | null;
  readonly caller: Caller;
}

/** A flow that may go on, and its provider. */
export interface ResumedFlow extends Flow {
  readonly provider: Provider;
  /** The session in which it is to link, which is still that of the browser; null: somebody signs in. */
  readonly linkTo: Session | null;
}

/**
 * The flow that a browser comes back from, used up before anything else is looked at; and it must be of this provider
 * and this browser, and one that links of this session. Throws `FlowRefusal`.
 */
export async function resumeFlow(ctx: Context, social: Social, { providerId, ...back }: Return): Promise<ResumedFlow> {
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
  return { ...flow, provider, linkTo: link && back.session };
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
