import { type Caller, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { requireOrdinary } from "@keyhold/core/session";
import { endpoint } from "../endpoint.js";
import { deviceAuthorizationErrors } from "../errors.js";
import { openedRequest, openRequest } from "../request/open.js";

export const getDevice = endpoint({
  route: "GET /device",
  access: "optional",
  hasCall: false,
  hasStandardErrors: true,
  doc: "Does what `POST /device/open` does, for clients of other libraries, and tells a signed-out client the status.",
  input: z.object({ user_code: z.string().max(64) }),
  output: openedRequest,
  errors: ["INVALID_REQUEST", "EXPIRED_TOKEN"],
  async handle({ input, session, caller, ctx }, options) {
    // An image of another page would use up the tries of the visitor's address.
    if (isOfOtherPage(caller)) return ctx.fail(deviceAuthorizationErrors.INVALID_REQUEST);
    const own = isAsked(caller) ? session : null;
    if (own) await requireOrdinary(ctx, own);
    return ok(await openRequest(ctx, input.user_code, { session: own, caller }, options));
  },
});

const isTrusted = ({ origin, trustedOrigins }: Caller): boolean =>
  origin !== null && trustedOrigins.trustsOrigin(origin);

/** Whether a page of another origin asks, without a trusted `Origin`. */
function isOfOtherPage(caller: Caller): boolean {
  const site = caller.headers.get("sec-fetch-site");
  return (site === "cross-site" || site === "same-site") && !isTrusted(caller);
}

/** Whether a script of the app asks: the link of another page opens no code in the name of the user. */
function isAsked(caller: Caller): boolean {
  const mode = caller.headers.get("sec-fetch-mode");
  const site = caller.headers.get("sec-fetch-site");
  if (mode === "navigate" || mode === "no-cors") return false;
  return site === null || site === "same-origin" || isTrusted(caller);
}
