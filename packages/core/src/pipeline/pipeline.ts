import type { Log } from "../contract/config.js";
import type { Context } from "../contract/context.js";
import type { Outcome } from "../contract/outcome.js";
import { checkInput, inputOf, receive, received } from "../http/input.js";
import { sweepWhenDue } from "../session/remove-expired.js";
import { createAdvice } from "./advice.js";
import type { IncomingCall } from "./incoming-call.js";
import { authorize } from "./stages/authorization.js";
import { identifyCaller } from "./stages/caller.js";
import { checkRedirects, readAddedColumns } from "./stages/input.js";
import { checkOrigin, findTrustedOrigins } from "./stages/origin.js";
import { finishOutcome, isChange } from "./stages/outcome.js";
import { limitRate } from "./stages/rate-limit.js";
import { findSession } from "./stages/session.js";

/** Runs one call. Rejects with what a stage or the endpoint throws. */
export type Pipeline = (call: IncomingCall) => Promise<Outcome<unknown>>;

/** The one order of the stages, for requests and server calls. Each stage works on what the stages before it found. */
export function createPipeline(ctx: Context, log: Log | undefined): Pipeline {
  const advise = createAdvice(log);

  return async (call) => {
    const { route, request, checks } = call;
    const { endpoint, limit } = route;

    // Who calls?
    const trusted = findTrustedOrigins(ctx, call);
    const caller = identifyCaller(ctx, call, trusted instanceof Promise ? await trusted : trusted);

    // May a page of this origin ask?
    if (checks.origin) checkOrigin(call, caller, advise);

    // Not too often?
    if (checks.rateLimit && limit) await limitRate(ctx, { wire: endpoint.wire, limit }, caller, advise);

    // What is the input? The whole body is read before the session is: no request outlives its session by being slow.
    const read = request ? await receive(request, call.input, endpoint) : received(call.input);

    // Which session?
    const { session, cookies } = await findSession(ctx, endpoint, caller, read);
    for (const line of cookies) call.setCookie?.(line);

    // May they?
    authorize(ctx, endpoint, session);

    // Is the input right? Nothing of it is looked at before the caller is authorized, apart from options of access "cached".
    const raw = inputOf(read);
    const input = checkRedirects(ctx, endpoint, caller, await checkInput(endpoint.input, raw));
    const { userColumns, columns } = readAddedColumns(ctx, endpoint, raw);

    // The endpoint.
    const given = { input, userColumns, columns, signed: read.signed, session, caller, ctx };
    const outcome = await endpoint.run(given, route.options);

    // What goes back?
    if (isChange(endpoint)) sweepWhenDue(ctx);
    return finishOutcome(ctx, endpoint, caller, outcome);
  };
}
