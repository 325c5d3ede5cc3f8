import type { RawCall } from "../contract/call.js";
import type { AuthConfig } from "../contract/config.js";
import type { Caller, Context } from "../contract/context.js";
import type { AnyEndpoint } from "../contract/endpoint.js";
import type { Outcome } from "../contract/outcome.js";
import type { HeaderLookup, IncomingRequest } from "../http/incoming-request.js";
import { checkInput, inputOf, receive, received } from "../http/input.js";
import { readNavigation } from "../http/navigation.js";
import { sweepWhenDue } from "../session/remove-expired.js";
import { tokenChallenge, tokenHeaders } from "../session/token-mode.js";
import type { Route } from "../startup/define-auth.js";
import type { IncomingCall } from "./incoming-call.js";
import { authorize, sessionFor } from "./stages/authorization.js";
import { identifyCaller } from "./stages/caller.js";
import { checkChallenge } from "./stages/challenge.js";
import { checkRedirects, readAddedColumns } from "./stages/input.js";
import { checkOrigin, findTrustedOrigins } from "./stages/origin.js";
import { finishOutcome, isChange } from "./stages/outcome.js";
import { limitEmails, limitRate } from "./stages/rate-limit.js";
import { asInputError } from "./stages/rejected-input.js";
import { adviseRemedy } from "./stages/remedy.js";
import { checkRequirements } from "./stages/requirements.js";
import { findSession } from "./stages/session.js";
import { reportUnlisted } from "./stages/unlisted.js";

const noFields = Object.freeze({});

/** Runs a call. Rejects with what a stage or the endpoint throws. */
export type Pipeline = (call: IncomingCall) => Promise<Outcome<unknown>>;

/**
 * The single order of the stages, for requests and server-side calls. Each stage uses the results of earlier stages. A
 * synchronous stage answers without a promise, or null: most calls wait for a single read only.
 */
export function createPipeline(ctx: Context, { log, challenge }: Pick<AuthConfig, "log" | "challenge">): Pipeline {
  return async (call) => {
    const { route, request, checks, headers } = call;
    const { endpoint } = route;

    // Identify the caller.
    const trusted = findTrustedOrigins(ctx, call);
    const identified = identifyCaller(ctx, call, trusted instanceof Promise ? await trusted : trusted);

    // Check the origin.
    if (checks.origin) checkOrigin(ctx, call, identified);

    // Check the rate limits.
    const counted = checks.rateLimit ? limitRate(ctx, route, identified) : null;
    if (counted) await counted;

    // Read the input. The whole body is read before the session, so that a slow request does not outlive its session.
    // A signed body is read by the endpoint, which is public.
    const reading = request ? receive(request, call.input, endpoint) : received(call.input);
    const read = reading instanceof Promise ? await reading : reading;

    // Read the session.
    const { session: found, caller, cookies, isSwitched = false } = await findSession(ctx, call, identified, read);
    const own = sessionFor(ctx, call, found);
    const session = own instanceof Promise ? await own : own;
    deliver(ctx, call, caller, cookies);
    call.onSession?.(session);

    // Authorize the caller.
    const authorized = authorize(ctx, route, session, tokenChallenge(caller, headers));
    if (authorized) await authorized;
    if (endpoint.requires) await checkRequirements(ctx, endpoint.requires, { session, caller });

    // Validate the input. No stage uses the input before the caller is authorized, except for the options of access
    // "cached".
    const raw = inputOf(read);
    const checked = checkInput(endpoint.input, raw);
    const input = checkRedirects(ctx, endpoint, caller, checked instanceof Promise ? await checked : checked);
    const { userColumns, columns } = readAddedColumns(ctx, endpoint, raw);
    const fields = route.signUpFields ? checkInput(route.signUpFields, raw) : noFields;
    const signUpFields = fields instanceof Promise ? await fields : fields;

    const emails = checks.rateLimit ? limitEmails(ctx, endpoint, caller, session) : null;
    if (emails) await emails;
    // Check the challenge last: the check may cost a request to another server.
    const challenged = checks.challenge ? checkChallenge(ctx, challenge, { endpoint, caller, input }, headers) : null;
    if (challenged) await challenged;

    // Run the endpoint.
    const navigation = request && endpoint.takesNavigation ? navigationOf(request, endpoint, caller) : null;
    const added = { userColumns, signUpFields, columns, signed: read.signed };
    const given = { input, ...added, navigation, session, isSwitched, caller, ctx };
    const outcome = await runAround(ctx, headers, () => runEndpoint(route, given, raw, log));

    // Finish the outcome.
    if (isChange(endpoint)) startDueWork(ctx);
    if (caller.isBearer) deliver(ctx, call, caller, outcome.cookies);
    return finishOutcome(ctx, endpoint, caller, outcome);
  };
}

/** A client in token mode sends a header of its own, which no link scanner sends. */
const navigationOf = (request: IncomingRequest, { scriptsNameOrigin }: AnyEndpoint, caller: Caller) =>
  readNavigation(request, caller.trustedOrigins, scriptsNameOrigin && !caller.isBearer);

/** Work that no request asks for, after the response. */
function startDueWork(ctx: Context): void {
  sweepWhenDue(ctx);
  ctx.outbox?.workWhenDue(ctx);
}

/** Sets the cookies of a stage; in token mode, headers in their place. */
function deliver(ctx: Context, call: IncomingCall, { isBearer }: Caller, lines: readonly string[]): void {
  if (!isBearer) for (const line of lines) call.setCookie?.(line);
  else for (const [name, value] of Object.entries(tokenHeaders(ctx, lines))) call.setHeader?.(name, value);
}

/** Runs the work of a call inside of the hooks of plugins. */
const runAround = (ctx: Context, headers: HeaderLookup, work: () => Promise<Outcome<unknown>>) =>
  ctx.hooks("call.run").reduce((next, hook) => () => hook(headers, next), work)();

/**
 * Runs the endpoint. Rejects with the error of the endpoint; logs an error that the endpoint does not list, and a
 * remedy.
 */
async function runEndpoint(
  route: Route,
  given: RawCall,
  raw: unknown,
  log: AuthConfig["log"],
): Promise<Outcome<unknown>> {
  try {
    return await route.endpoint.run(given, route.options);
  } catch (thrown) {
    reportUnlisted(log, route, thrown);
    adviseRemedy(given.ctx, route, thrown);
    throw asInputError(given.ctx, thrown, raw);
  }
}
