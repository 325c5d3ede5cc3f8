import { isAuthError, type Session } from "@keyhold/core";
import { type Caller, type Context, type Outcome, seeOther, userModel, withQuery } from "@keyhold/core/plugin";
import { checkStepUp } from "@keyhold/core/session";
import type { NativeOptions } from "../options.js";
import { clientOf } from "../redirect/client.js";
import type { Flow } from "./flow.js";
import { flowURL, questionPage } from "./pages.js";
import { providersOf } from "./provider.js";

/** A flow in its browser. */
export interface Present {
  readonly id: string;
  readonly flow: Flow;
  /** The session of the browser; null: signed out. */
  readonly session: Session | null;
  readonly caller: Caller;
  readonly options: NativeOptions;
}

/** The next page of a flow: the sign-in, or the question. */
export async function goOn(ctx: Context, present: Present): Promise<Outcome<never>> {
  const { id, flow, session, options } = present;
  if (!session && !flow.request) return toSignIn(ctx, present);
  const { confirmPage } = options;
  if (confirmPage !== null) {
    const purpose = flow.request?.purpose ?? "sign-in";
    return seeOther(withQuery(ctx.settings, confirmPage, { flow: id, client_id: flow.clientId, purpose }));
  }
  if (flow.request) return askForProvider(ctx, present, flow.request);
  return session ? ask(ctx, { ...present, session }) : toSignIn(ctx, present);
}

/** Sends the browser to the provider that the app has named, or to the sign-in page: both then open the URL of the flow. */
export async function toSignIn(ctx: Context, present: Omit<Present, "session">): Promise<Outcome<never>> {
  const { id, flow, options } = present;
  const { settings } = ctx;
  if (flow.provider !== null) {
    const { url, cookies } = await startAtProvider(ctx, present);
    return seeOther(url, cookies);
  }
  const { signInPage } = options;
  const isForeign = new URL(signInPage, settings.origin).origin !== settings.origin;
  const redirect = `${isForeign ? settings.origin : ""}${flowURL(settings, id)}`;
  const hint = flow.loginHint !== null && { login_hint: flow.loginHint };
  return seeOther(withQuery(settings, signInPage, { redirect, ...hint }));
}

/** Starts the flow at the provider. For an app's own session the callback is kept until the app redeems its code. */
export function startAtProvider(
  ctx: Context,
  { id, flow: { provider, request, loginHint }, caller }: Pick<Present, "id" | "flow" | "caller">,
): Promise<{ readonly url: string; readonly cookies: readonly string[] }> {
  const url = flowURL(ctx.settings, id, request ? { step: "done" } : {});
  return providersOf(ctx).start(ctx as Context<string>, {
    provider: provider ?? "",
    handOver: request && { purpose: request.purpose, id },
    ...{ callbackURL: url, errorCallbackURL: url, loginHint, caller },
  });
}

/** Asks before the provider: with a single account there, a provider may answer without a question of its own. */
async function askForProvider(
  ctx: Context,
  { id, flow, options }: Present,
  { purpose, userId }: NonNullable<Flow["request"]>,
): Promise<Outcome<never>> {
  const app = clientOf(options, flow.clientId)?.name ?? flow.clientId;
  const asked = { provider: flow.provider ?? "", purpose };
  const provider = providersOf(ctx).check(ctx as Context<string>, asked);
  const email = (await ctx.db.find(userModel, { id: userId }))?.email ?? "";
  return questionPage(ctx, {
    ...{ id, flow, button: "Continue", signIn: null },
    heading: purpose === "link" ? `Link ${provider} to ${email}?` : `Confirm ${email} with ${provider}?`,
    explanation:
      purpose === "link"
        ? `Your account at ${provider} will sign in to the account ${email} of ${app}. Continue only if that account is yours and you have just asked for this in ${app}.`
        : `${app} asks you to sign in at ${provider} again. Continue only if you have just asked for this in ${app}.`,
  });
}

/** Asks the user of the browser before the app gets a session. */
async function ask(
  ctx: Context,
  { id, flow, session, options }: Present & { readonly session: Session },
): Promise<Outcome<never>> {
  const app = clientOf(options, flow.clientId)?.name ?? flow.clientId;
  const { name, email } = session.user;
  const isReady = await mayHandOver(ctx, flow, session);
  return questionPage(ctx, {
    ...{ id, flow },
    heading: isReady ? `Continue as ${name || email} in ${app}?` : `Sign in again to continue in ${app}`,
    explanation: isReady
      ? `${app} gets access to the account ${email}. Continue only if you have just opened ${app} yourself.`
      : `You signed in as ${email} some time ago. Sign in once more before ${app} gets access to the account.`,
    button: isReady ? "Continue" : null,
    signIn: isReady ? "Use another account" : "Sign in again",
  });
}

const mayHandOver = (ctx: Context, flow: Flow, session: Session): Promise<boolean> =>
  requireRecent(ctx, flow, session).then(
    () => true,
    (thrown: unknown) => {
      if (isAuthError(thrown) && thrown.status === 403) return false;
      throw thrown;
    },
  );

/** Columns of `@keyhold/one-time-token` and `@keyhold/device-authorization`. */
interface Limits {
  readonly parentId?: string | null;
  readonly deviceClientId?: string | null;
}

/** Whether a session ends with another session, or has the scopes of a device: the session of an app has no such limits. */
const isLimited = ({ parentId = null, deviceClientId = null }: Session & Limits): boolean =>
  parentId !== null || deviceClientId !== null;

/**
 * Another app may use the same scheme or listen at the port (RFC 8252, section 8.6), and a limited session may be of
 * another person: the user must have signed in in this session recently, so that nobody else gets a code.
 *
 * @throws AuthError SESSION_IS_NOT_FRESH
 */
export async function requireRecent(ctx: Context, { kind }: Flow, session: Session): Promise<void> {
  if (kind === "claimed" && !isLimited(session)) return;
  await checkStepUp(ctx, session, { maxAgeSeconds: ctx.settings.session.freshAgeSeconds, factors: 1 });
}
