import { isStorageUnavailable } from "./adapter/unavailable.js";
import type { Mounted } from "./assemble.js";
import type { Log } from "./config.js";
import type { Caller, Context, Session } from "./context.js";
import type { Access } from "./endpoint.js";
import { type AuthError, commonError, isAuthError } from "./errors.js";
import { type Connection, describeConnection } from "./http/caller.js";
import { checkInput, type RawInput } from "./http/input.js";
import { logFailure } from "./log.js";
import type { Outcome } from "./outcome.js";
import { readSessionCookie } from "./session/cookie.js";
import { isFresh } from "./session/freshness.js";
import { type ReadSession, readSession } from "./session/read.js";
import { readUserColumns } from "./user/columns.js";

/** The stages that requests and server calls share, in the order they run. */

/** Who calls? */
export const recognise = (ctx: Context, headers: Headers, connection: Connection): Caller => ({
  ...describeConnection(headers, connection),
  ...readSessionCookie(ctx, headers.get("cookie")),
});

/** Whose session is it? Reads none where none is asked for. */
export const identify = (ctx: Context, access: Access, caller: Caller): ReadSession | Promise<ReadSession> =>
  access === "public" ? { session: null, cookies: [] } : readSession(ctx, caller);

/** May they? Throws 401 or 403. */
export function admit(ctx: Context, access: Access, session: Session | null): void {
  if (access === "public" || access === "optional") return;
  if (!session) throw commonError("UNAUTHORIZED");
  if (access === "fresh" && !isFresh(ctx, session)) throw commonError("SESSION_IS_NOT_FRESH");
}

const noColumns = Object.freeze({});

/** What do they ask, and what is the answer? */
export async function answer(
  ctx: Context,
  { endpoint, options }: Mounted,
  { caller, session, raw }: { caller: Caller; session: Session | null; raw: RawInput },
): Promise<Outcome<unknown>> {
  const input = await checkInput(endpoint.input, raw);
  const userColumns = endpoint.takesUserColumns ? readUserColumns(ctx, raw) : noColumns;
  return endpoint.run({ input, userColumns, session, caller, ctx }, options);
}

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
