import type { Caller, Context } from "../contract/context.js";
import { readCookies } from "../http/cookies.js";
import type { HeaderLookup } from "../http/incoming-request.js";
import { sign, verifySignature } from "../secret/signature.js";
import { cookieName } from "./cookie.js";

/*
 * Token mode: a client without cookies sends the token in `Authorization`. The cookies of the request are not read,
 * and no cookie is set. Every signed cookie that such a client needs goes by headers, signed anew under another label:
 * a value of the header is not valid as a cookie, and a cookie is not valid as a header. The header is signed by the keys
 * of this auth alone, because a mark is trusted without a row.
 */

type StateContext = Pick<Context, "settings" | "cookieKeys" | "ownKeys" | "stateCookies">;

/** The credentials of a request in token mode. */
type TokenCredentials = Pick<Caller, "sessionToken" | "cookieHeader" | "clientId">;

/** RFC 6750, section 2.1: the scheme in any case, and a single space. */
const bearer = /^bearer(?: (.*))?$/is;
/** A token in the format of this library. */
const wellFormed = /^[A-Za-z0-9]{32}$/;

/**
 * The credentials of a request in token mode; null for another request. Any value of the scheme `Bearer` counts, also a
 * malformed value: the cookies of a request must not stand in for a wrong token. A value with a dot is of another
 * server, e.g. the JWT of a gateway.
 */
export function readTokenMode(ctx: StateContext, headers: HeaderLookup): TokenCredentials | null {
  if (!ctx.settings.session.bearer) return null;
  const given = bearer.exec(headers.get("authorization") ?? "");
  const token = given === null || given[1]?.includes(".") ? null : (given[1] ?? "");
  if (token === null && headers.get("x-return-token") !== "1") return null;
  return {
    sessionToken: token !== null && wellFormed.test(token) ? token : null,
    cookieHeader: cookiesOf(ctx, headers.get("auth-state")),
    clientId: headers.get("x-client-id"),
  };
}

const maxStateLength = 8192;
/** Values of a single name. A client should send a single value. */
const maxValues = 3;

const labelOf = (name: string): string => `auth-state ${name}`;

/** The header `auth-state` of a client as a `Cookie` header: only the names that may be there, with a valid signature. */
function cookiesOf({ settings, cookieKeys, ownKeys, stateCookies }: StateContext, state: string | null): string | null {
  if (state === null || state.length > maxStateLength) return null;
  const pairs = stateCookies.flatMap((name) =>
    readCookies(state, name)
      .slice(0, maxValues)
      .flatMap((signed) => verifySignature(ownKeys.marks, labelOf(name), signed) ?? [])
      .map((value) => `${cookieName(settings, name)}=${encodeURIComponent(sign(cookieKeys, name, value))}`),
  );
  return pairs.length === 0 ? null : pairs.join("; ");
}

/** The headers of a response in token mode. */
export type TokenHeaders = Readonly<Record<string, string>>;

/**
 * The `Set-Cookie` lines of a response as headers: the token in `set-auth-token`, other signed cookies in
 * `set-auth-state`, each as `name=value; Max-Age=…`. All other lines are dropped.
 */
export function tokenHeaders(ctx: StateContext, lines: readonly string[]): TokenHeaders {
  const token = lines.flatMap((line) => readLine(ctx, line, "session_token")).findLast(({ value }) => value !== null);
  const state = ctx.stateCookies.flatMap((name) => lines.flatMap((line) => readLine(ctx, line, name)));
  if (!token && state.length === 0) return {};
  return {
    ...(token?.value && { "set-auth-token": token.value }),
    ...(state.length > 0 && { "set-auth-state": state.map((cookie) => writeState(ctx, cookie)).join(", ") }),
    "access-control-expose-headers": "set-auth-token, set-auth-state",
  };
}

interface StateCookie {
  readonly name: string;
  /** Null: the cookie is cleared. */
  readonly value: string | null;
  readonly maxAgeSeconds: string;
}

/** A line as the cookie of this name; an empty list for another line. */
function readLine({ settings, ownKeys }: StateContext, line: string, name: string): readonly StateCookie[] {
  const [pair = ""] = line.split("; ");
  const [signed] = readCookies(pair, cookieName(settings, name));
  if (signed === undefined) return [];
  const maxAgeSeconds = /; Max-Age=(\d+)/.exec(line)?.[1] ?? "";
  return [{ name, value: verifySignature(ownKeys.marks, name, signed), maxAgeSeconds }];
}

function writeState({ ownKeys }: StateContext, { name, value, maxAgeSeconds }: StateCookie): string {
  if (value === null) return `${name}=; Max-Age=0`;
  return `${name}=${encodeURIComponent(sign(ownKeys.marks, labelOf(name), value))}; Max-Age=${maxAgeSeconds}`;
}

/**
 * The challenge of a 401 in token mode (RFC 6750, section 3.1): without an error if the request had no token. Null: the
 * request is in another mode.
 */
export function tokenChallenge({ isBearer }: Caller, headers: HeaderLookup): string | null {
  if (!isBearer) return null;
  return headers.get("authorization") === null ? "Bearer" : 'Bearer error="invalid_token"';
}
