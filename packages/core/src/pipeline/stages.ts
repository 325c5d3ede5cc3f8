import { isStorageUnavailable } from "../adapter/unavailable.js";
import type { Log, TrustedOriginsOf } from "../contract/config.js";
import type { Caller, Context, Session } from "../contract/context.js";
import {
  type Access,
  type AnyEndpoint,
  isForeign,
  type SignedDelivery,
  type TakesColumns,
  type Wire,
} from "../contract/endpoint.js";
import { type AuthError, type CommonErrorCode, commonError, isAuthError } from "../contract/errors.js";
import { logFailure } from "../contract/log.js";
import type { Outcome } from "../contract/outcome.js";
import { type Connection, describeConnection } from "../http/caller.js";
import { checkInput, type RawInput } from "../http/input.js";
import { safeRedirect } from "../http/redirect.js";
import { type TrustedOrigins, trustedOrigins } from "../http/trusted-origins.js";
import type { Limit } from "../limit/limit.js";
import { readColumns } from "../model/input.js";
import { actorOf } from "../session/actor.js";
import { renewedCopy } from "../session/cache/cookie.js";
import { readCredentials } from "../session/credentials.js";
import { isFresh } from "../session/freshness.js";
import { type Glance, type ReadSession, readSession } from "../session/read.js";
import { sweepWhenDue } from "../session/sweep.js";
import type { Mounted } from "../startup/assemble.js";
import { readUserColumns } from "../user/columns.js";

/** The stages that requests and server calls share, in the order they run. */

/** Who calls? */
export const recognise = (ctx: Context, headers: Headers, connection: Connection, trusted: TrustedOrigins): Caller => ({
  ...describeConnection(headers, connection, ctx.settings.clientAddress),
  ...readCredentials(ctx, headers),
  trustedOrigins: trusted,
});

/**
 * Which origins are trusted: those of the config, or what the app's function says of this request. It is asked where
 * something hangs on it: a request that may change something, or that says where a browser goes next.
 */
export function findTrusted(
  { settings }: Context,
  endpoint: AnyEndpoint,
  request: Request | null,
): TrustedOrigins | Promise<TrustedOrigins> {
  const { trustedOriginsOf: ask } = settings;
  const isAsked = (request !== null && isChange(endpoint) && !isForeign(endpoint)) || endpoint.redirects.length > 0;
  return ask && isAsked ? askTrusted(ask, settings.origin, request) : settings.trustedOrigins;
}

/** The form of another site changes nothing: it is sent on. */
const isChange = ({ wire, takesForeignForm }: AnyEndpoint): boolean => wire.startsWith("POST ") && !takesForeignForm;

/** Without a list nobody is trusted: throws 403, and the log hears why. */
async function askTrusted(ask: TrustedOriginsOf, own: string, request: Request | null): Promise<TrustedOrigins> {
  try {
    // Without its body, which can be read only once, and is not yet.
    const shown = request && new Request(request.url, { method: request.method, headers: request.headers });
    const list: unknown = await ask(shown);
    if (!Array.isArray(list)) throw new TypeError("The function `trustedOrigins` answered with no list.");
    return trustedOrigins([own, ...list]);
  } catch (cause) {
    throw commonError("INVALID_ORIGIN", { cause });
  }
}

/** Not too often? Throws 429. */
export async function restrain(ctx: Context, wire: Wire, limit: Limit, caller: Caller): Promise<void> {
  const { ipAddress, userAgent } = caller;
  const key = `${wire}|${ctx.settings.clientAddress.bucketOf(ipAddress)}`;
  const { isAllowed, count, retryAfterSeconds } = await ctx.limiter.consume(key, limit);
  if (isAllowed) return;
  if (count === limit.max + 1) ctx.emit({ type: "rate-limit.exceeded", route: wire, ipAddress, userAgent });
  throw commonError("TOO_MANY_REQUESTS", { headers: { "retry-after": String(retryAfterSeconds) } });
}

const nobody: ReadSession = { session: null, cookies: [] };

/** Whose session is it? Reads none where none is asked for. `raw`: what a caller wishes who only wants to be shown it. */
export function identify(
  ctx: Context,
  access: Access,
  { caller, raw }: { caller: Caller; raw: RawInput },
): ReadSession | Promise<ReadSession> {
  if (access === "public") return nobody;
  const read = readSession(ctx, caller, access === "cached" ? readGlance(raw) : null).catch(unreadable);
  return caller.isBearer ? read.then(({ session }) => ({ session, cookies: [] })) : read;
}

/** Says where it was that something broke, and never that there is no session. */
function unreadable(cause: unknown): never {
  if (isAuthError(cause) || isStorageUnavailable(cause)) throw cause;
  throw commonError("FAILED_TO_GET_SESSION", { cause });
}

const readGlance = ({ disableCookieCache, disableRefresh }: RawInput): Glance => ({
  mayBeCopy: !isYes(disableCookieCache),
  mayProlong: !isYes(disableRefresh),
});

const isYes = (value: unknown): boolean => value === true || value === "true";

/** May they? Throws 401 or 403. */
export function admit(ctx: Context, { access, isPersonal }: AnyEndpoint, session: Session | null): void {
  if (isPersonal && session && actorOf(ctx, session) !== null) throw commonError("NOT_ALLOWED_WHILE_IMPERSONATING");
  if (access === "public" || access === "optional" || access === "cached") return;
  if (!session) throw commonError("UNAUTHORIZED");
  if (access === "fresh" && !isFresh(ctx, session)) throw commonError("SESSION_IS_NOT_FRESH");
}

const noColumns = Object.freeze({});

interface Asked {
  readonly caller: Caller;
  readonly session: Session | null;
  readonly raw: RawInput;
  /** Only for endpoints that take it. */
  readonly signed: SignedDelivery | null;
}

/** What do they ask, and what is the answer? */
export async function answer(
  ctx: Context,
  { endpoint, options }: Mounted,
  { caller, session, raw, signed }: Asked,
): Promise<Outcome<unknown>> {
  const input = checkRedirects(ctx, endpoint, caller, await checkInput(endpoint.input, raw));
  const { takesUserColumns: takes } = endpoint;
  const userColumns = takes ? readUserColumns(ctx, raw, { canClear: takes === "change" }) : noColumns;
  const columns = endpoint.takesColumns ? readTaken(ctx, endpoint.takesColumns, raw) : noColumns;
  const outcome = await endpoint.run({ input, userColumns, columns, signed, session, caller, ctx }, options);
  if (endpoint.takesForeignForm) refuseEffect(outcome);
  const isDone = isChange(endpoint);
  if (isDone) sweepWhenDue(ctx);
  // A GET that takes a session or none is a link that somebody follows, and does something, too.
  return isDone || caller.isBearer || endpoint.access === "optional" ? tell(ctx, caller, outcome) : outcome;
}

function readTaken(
  ctx: Context,
  { of, under, canClear }: TakesColumns,
  raw: RawInput,
): Readonly<Record<string, unknown>> {
  const field = under === undefined ? raw : raw[under];
  return typeof field === "object" && field !== null
    ? readColumns(ctx, of, { input: { ...field }, canClear })
    : noColumns;
}

/** Whoever takes the form of another site only sends the browser on. */
function refuseEffect(outcome: Outcome<unknown>): void {
  if (outcome.kind === "redirect" && outcome.cookies.length === 0) return;
  throw new Error("A route that takes forms of other sites must answer with a redirect, and with no cookie.");
}

/** What a browser is told with the answer: nothing when the token came in `Authorization`, and how its session looks now. */
async function tell(ctx: Context, caller: Caller, outcome: Outcome<unknown>): Promise<Outcome<unknown>> {
  if (outcome.kind === "page") return outcome;
  if (caller.isBearer) return { ...outcome, cookies: [] };
  return { ...outcome, cookies: [...outcome.cookies, ...(await renewedCopy(ctx, caller, outcome.cookies))] };
}

/** The input with every address that a browser is to go to checked, and written as it may be sent. Throws 403. */
function checkRedirects(ctx: Context, { redirects }: AnyEndpoint, caller: Caller, input: unknown): unknown {
  if (redirects.length === 0) return input;
  const checked: Record<string, unknown> = { ...(input as object) };
  for (const field of redirects) {
    const given = checked[field];
    if (typeof given !== "string") continue;
    const safe = given === "" ? undefined : safeRedirect(given, ctx.settings, caller.trustedOrigins);
    if (safe === null) throw commonError(redirectErrors[field] ?? "INVALID_CALLBACKURL");
    checked[field] = safe;
  }
  return checked;
}

const redirectErrors: Readonly<Record<string, CommonErrorCode>> = {
  redirectTo: "INVALID_REDIRECTURL",
  errorCallbackURL: "INVALID_ERRORCALLBACKURL",
  newUserCallbackURL: "INVALID_NEWUSERCALLBACKURL",
};

/** Whatever was thrown, as an error that may be shown. A surprise is logged and shown as nothing but 500 or 503. */
export function toAuthError(thrown: unknown, log: Log | undefined, where: string): AuthError {
  if (isAuthError(thrown)) {
    if (thrown.cause !== undefined) logFailure(log, `${thrown.code} at ${where}.`, thrown.cause);
    return thrown;
  }
  if (isStorageUnavailable(thrown)) {
    logFailure(log, `The database could not be reached at ${where}.`, thrown);
    return commonError("SERVICE_UNAVAILABLE", { headers: { "retry-after": "1" } });
  }
  logFailure(log, `A surprise at ${where}.`, thrown);
  return commonError("INTERNAL_SERVER_ERROR");
}
