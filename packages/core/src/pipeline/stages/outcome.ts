import type { Caller, Context } from "../../contract/context.js";
import type { AnyEndpoint } from "../../contract/endpoint.js";
import type { Outcome } from "../../contract/outcome.js";
import { renewedEntry } from "../../session/cache/cookie.js";

/** Whether the endpoint may change something. A form of another site changes nothing: it is only redirected. */
export const isChange = ({ route, takesCrossSiteForm }: AnyEndpoint): boolean =>
  route.startsWith("POST ") && !takesCrossSiteForm;

/** What goes back: the endpoint's outcome, with the cookies that change for the caller. */
export function finishOutcome(
  ctx: Context,
  endpoint: AnyEndpoint,
  caller: Caller,
  outcome: Outcome<unknown>,
): Outcome<unknown> | Promise<Outcome<unknown>> {
  if (endpoint.takesCrossSiteForm) checkIsPlainRedirect(outcome);
  // A GET with access "optional" is a link that a browser follows, and changes something, too.
  const mayChangeSession = isChange(endpoint) || endpoint.access === "optional";
  return mayChangeSession || caller.isBearer ? withCookies(ctx, caller, outcome) : outcome;
}

function checkIsPlainRedirect(outcome: Outcome<unknown>): void {
  if (outcome.kind === "redirect" && outcome.cookies.length === 0) return;
  throw new Error("A route that takes forms of other sites must answer with a redirect, and with no cookie.");
}

/** No cookies for a token in `Authorization`; for a browser also the copy of the session as it is now. */
async function withCookies(ctx: Context, caller: Caller, outcome: Outcome<unknown>): Promise<Outcome<unknown>> {
  if (caller.isBearer) return { ...outcome, cookies: [] };
  return { ...outcome, cookies: [...outcome.cookies, ...(await renewedEntry(ctx, caller, outcome.cookies))] };
}
