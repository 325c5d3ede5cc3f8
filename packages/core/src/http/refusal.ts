import type { Settings } from "../contract/config.js";
import { isAuthError } from "../contract/errors.js";
import { type RedirectOutcome, redirect } from "../contract/outcome.js";
import { withQuery } from "./redirect.js";

/**
 * Somebody who follows a link lands on a page of the app, which reads there why it led nowhere: `?error=invalid_token`.
 * Where there is no page to go to, and for a surprise, what was thrown goes on.
 */
export function refuseAt(
  settings: Pick<Settings, "origin">,
  callbackURL: string | undefined,
  thrown: unknown,
): RedirectOutcome {
  if (callbackURL === undefined || !isAuthError(thrown) || thrown.status >= 500) throw thrown;
  return redirect(withQuery(settings, callbackURL, { error: thrown.callbackCode }));
}
