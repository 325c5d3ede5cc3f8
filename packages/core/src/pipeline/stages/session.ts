import { isStorageUnavailable } from "../../adapter/unavailable.js";
import type { Caller, Context } from "../../contract/context.js";
import { commonError, isAuthError } from "../../contract/errors.js";
import { inputOf, type RawInput, type Received } from "../../http/input.js";
import { type ReadSession, readSession, type SessionCheck } from "../../session/read.js";
import type { IncomingCall } from "../incoming-call.js";

/** The caller's session, and the cookies to set. A public endpoint reads no session. */
export function findSession(
  ctx: Context,
  { route, isReadOnly = false, setHeader }: IncomingCall,
  caller: Caller,
  received: Received,
): ReadSession | Promise<ReadSession> {
  const { access } = route.endpoint;
  if (access === "public") return { session: null, caller, cookies: [] };
  const check = access === "cached" ? readSessionCheck(inputOf(received), isReadOnly) : null;
  return readSession(ctx, caller, check, { takesToken: setHeader !== undefined }).catch(failed);
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
