import { isAuthError, type Session } from "@keyhold/core";
import { type Context, type Outcome, seeOther, withQuery } from "@keyhold/core/plugin";
import { checkStepUp } from "@keyhold/core/session";
import type { NativeOptions } from "../options.js";
import { clientOf } from "../redirect/client.js";
import type { Flow } from "./flow.js";
import { flowURL, questionPage } from "./pages.js";

/** A flow in its browser. */
export interface Present {
  readonly id: string;
  readonly flow: Flow;
  /** The session of the browser; null: signed out. */
  readonly session: Session | null;
  readonly options: NativeOptions;
}

/** The next page of a flow: the sign-in, or the question. */
export async function goOn(ctx: Context, { id, flow, session, options }: Present): Promise<Outcome<never>> {
  if (!session) return toSignIn(ctx, { id, flow, options });
  const { confirmPage } = options;
  if (confirmPage !== null)
    return seeOther(withQuery(ctx.settings, confirmPage, { flow: id, client_id: flow.clientId }));
  return ask(ctx, { id, flow, session, options });
}

/** Sends the browser to the sign-in page, which then opens the URL of the flow. */
export function toSignIn(
  { settings }: Context,
  { id, flow, options: { signInPage } }: Omit<Present, "session">,
): Outcome<never> {
  const isForeign = new URL(signInPage, settings.origin).origin !== settings.origin;
  const redirect = `${isForeign ? settings.origin : ""}${flowURL(settings, id)}`;
  const hint = flow.loginHint !== null && { login_hint: flow.loginHint };
  return seeOther(withQuery(settings, signInPage, { redirect, ...hint }));
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

/**
 * Another app may use the same scheme or listen at the port (RFC 8252, section 8.6): the session must be fresh, so that
 * this app gets nothing without the user.
 *
 * @throws AuthError SESSION_IS_NOT_FRESH
 */
export async function requireRecent(ctx: Context, { kind }: Flow, session: Session): Promise<void> {
  if (kind === "claimed") return;
  await checkStepUp(ctx, session, { maxAgeSeconds: ctx.settings.session.freshAgeSeconds, factors: 1 });
}
