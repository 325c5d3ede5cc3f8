import { isStorageUnavailable } from "../../adapter/unavailable.js";
import type { Caller, Context } from "../../contract/context.js";
import type { AnyEndpoint } from "../../contract/endpoint.js";
import { commonError, isAuthError } from "../../contract/errors.js";
import { inputOf, type RawInput, type Received } from "../../http/input.js";
import { type ReadSession, readSession, type SessionCheck } from "../../session/read.js";

/** The caller's session, and the cookies to set. A public endpoint reads no session; a bearer token gets no cookies. */
export function findSession(
  ctx: Context,
  { access }: AnyEndpoint,
  caller: Caller,
  { received, isReadOnly }: { readonly received: Received; readonly isReadOnly: boolean },
): ReadSession | Promise<ReadSession> {
  if (access === "public") return { session: null, caller, cookies: [] };
  const check = access === "cached" ? readSessionCheck(inputOf(received), isReadOnly) : null;
  const read = readSession(ctx, caller, check).catch(failed);
  return caller.isBearer ? read.then((found) => ({ ...found, cookies: [] })) : read;
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
