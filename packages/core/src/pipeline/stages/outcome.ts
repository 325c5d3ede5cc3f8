import type { Caller, Context } from "../../contract/context.js";
import type { AnyEndpoint } from "../../contract/endpoint.js";
import type { Outcome } from "../../contract/outcome.js";
import { renewedEntry } from "../../session/cache/cookie.js";

/** Whether the endpoint may change data. A cross-site form post changes no data: the post is only redirected. */
export const isChange = ({ route, takesCrossSiteForm }: AnyEndpoint): boolean =>
  route.startsWith("POST ") && !takesCrossSiteForm;

/** The endpoint's outcome, with the cookies to set. */
export function finishOutcome(
  ctx: Context,
  endpoint: AnyEndpoint,
  caller: Caller,
  outcome: Outcome<unknown>,
): Outcome<unknown> | Promise<Outcome<unknown>> {
  if (endpoint.takesCrossSiteForm) checkIsPlainRedirect(outcome);
  // A GET with access "optional" is a link followed by a browser, and may change data, too.
  const mayChangeSession = isChange(endpoint) || endpoint.access === "optional";
  return mayChangeSession || caller.isBearer ? withCookies(ctx, caller, outcome) : outcome;
}

function checkIsPlainRedirect(outcome: Outcome<unknown>): void {
  if (outcome.kind === "redirect" && outcome.cookies.length === 0) return;
  throw new Error("A route for cross-site form posts must answer with a redirect, and without cookies.");
}

/** In token mode no cookies: they went by headers. For a browser also the current copy of the session. */
async function withCookies(ctx: Context, caller: Caller, outcome: Outcome<unknown>): Promise<Outcome<unknown>> {
  if (caller.isBearer) return { ...outcome, cookies: [] };
  return { ...outcome, cookies: [...outcome.cookies, ...(await renewedEntry(ctx, caller, outcome.cookies))] };
}
