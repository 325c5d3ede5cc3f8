import { isStorageUnavailable } from "../../adapter/unavailable.js";
import type { Caller, Context } from "../../contract/context.js";
import { commonError, isAuthError } from "../../contract/errors.js";
import { inputOf, type RawInput, type Received } from "../../http/input.js";
import { type ReadSession, readSession, type SessionCheck } from "../../session/read.js";
import { nextSession } from "../../session/several.js";
import type { IncomingCall } from "../incoming-call.js";

/** The caller's session, and the cookies to set. A public endpoint reads no session. */
export function findSession(
  ctx: Context,
  { route, isReadOnly = false, setHeader, setCookie }: IncomingCall,
  caller: Caller,
  received: Received,
): ReadSession | Promise<ReadSession> {
  const { access } = route.endpoint;
  if (access === "public") return { session: null, caller, cookies: [] };
  const check = access === "cached" ? readSessionCheck(inputOf(received), isReadOnly) : null;
  const read = readSession(ctx, caller, check, { takesToken: setHeader !== undefined });
  // Without a way to the browser its new token would be lost.
  const takesNext = check?.mayWrite && (caller.isBearer ? setHeader : setCookie) !== undefined;
  return (takesNext && ctx.hooks("session.next").length > 0 ? orNext(ctx, read) : read).catch(failed);
}

/** In a browser with several accounts, the next session instead of an ended session. */
async function orNext(ctx: Context, reading: Promise<ReadSession>): Promise<ReadSession> {
  const read = await reading;
  if (read.session) return read;
  const { caller } = read;
  const next = await nextSession(ctx, caller);
  if (!next) return read;
  const { session, token, cookies } = next;
  return { session, caller: { ...caller, sessionToken: token, newestToken: null }, cookies, isSwitched: true };
}

/** Throws that the session could not be read, never that there is no session. */
function failed(cause: unknown): never {
  if (isAuthError(cause) || isStorageUnavailable(cause)) throw cause;
  throw commonError("FAILED_TO_GET_SESSION", { cause });
}

const readSessionCheck = ({ disableCookieCache, disableRefresh }: RawInput, isReadOnly: boolean): SessionCheck => ({
  mayBeCached: !isYes(disableCookieCache),
  mayProlong: !isReadOnly && !isYes(disableRefresh),
  mayWrite: !isReadOnly,
});

const isYes = (value: unknown): boolean => value === true || value === "true";
