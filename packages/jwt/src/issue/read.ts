import { isAuthError, type Session } from "@keyhold/core";
import { type Context, sessionModel, userModel } from "@keyhold/core/plugin";
import { hasEnded, mayAct, requireOrdinary } from "@keyhold/core/session";
import { keyFinder } from "../keys/published.js";
import type { JwtOptions } from "../options.js";
import { type Algorithm, checkToken, type TokenClaims } from "../token/check.js";
import { TokenError } from "../token/error.js";
import { audiencesOf, issuerOf } from "./claims.js";
import { accessTokenType } from "./write.js";

/** Each key is for one algorithm: a token with another algorithm than its key is refused. */
const algorithms: readonly Algorithm[] = ["ES256", "EdDSA", "RS256"];

/** How a token of this auth is read. */
export interface ReadOptions {
  /** Default: each of the option `audiences`. */
  readonly audiences?: readonly string[];
  /** Default "at+jwt". */
  readonly type?: string;
  /** Whether the keys are read from the database now. Default false: at most half a minute ago. */
  readonly isFresh?: boolean;
}

/**
 * The claims of a valid token of this auth; null: the token is invalid. Asks no database as long as the keys are known.
 */
export async function readClaims(
  ctx: Context,
  options: JwtOptions,
  token: string,
  { audiences = audiencesOf(ctx, options), type = accessTokenType, isFresh = false }: ReadOptions = {},
): Promise<TokenClaims | null> {
  try {
    return await checkToken(token, keyFinder(ctx, options, isFresh), {
      issuer: issuerOf(ctx, options),
      audiences,
      algorithms,
      type,
      now: ctx.now(),
      clockToleranceSeconds: 0,
    });
  } catch (error) {
    if (error instanceof TokenError) return null;
    throw error;
  }
}

/** The user and the session of an access token. */
export interface ReadToken {
  readonly userId: string;
  readonly sessionId: string;
  /** The administrator who acts in the place of the user; null: the user. */
  readonly actorId: string | null;
  /** The app of the session. */
  readonly clientId: string | null;
  readonly scopes: readonly string[];
  /** When the token ends. */
  readonly expiresAt: Date;
  readonly claims: TokenClaims;
}

/** Who calls by an access token of this auth; null: the token is invalid, or is of another type. */
export async function readToken(
  ctx: Context,
  options: JwtOptions,
  token: string,
  how: Pick<ReadOptions, "audiences" | "isFresh"> = {},
): Promise<ReadToken | null> {
  const claims = await readClaims(ctx, options, token, how);
  if (!claims || typeof claims.sub !== "string" || typeof claims.sid !== "string") return null;
  return {
    userId: claims.sub,
    sessionId: claims.sid,
    actorId: typeof claims.act?.sub === "string" ? claims.act.sub : null,
    clientId: typeof claims.client_id === "string" ? claims.client_id : null,
    scopes: typeof claims.scope === "string" ? claims.scope.split(" ").filter((scope) => scope !== "") : [],
    expiresAt: new Date(claims.exp * 1000),
    claims,
  };
}

/**
 * The session of a token, as it is in the database now; null: the session has ended, is restricted or recovering, or its
 * user may not act. For a service that cannot wait until the token ends.
 */
export async function liveSessionOf(
  ctx: Context,
  { userId, sessionId }: Pick<ReadToken, "userId" | "sessionId">,
): Promise<Session | null> {
  const found = await ctx.db.find(sessionModel, { id: sessionId }, { with: userModel });
  if (!found || found.userId !== userId || hasEnded(ctx, found)) return null;
  try {
    await ctx.transaction((ctx) => mayAct(ctx, found.user));
    await requireOrdinary(ctx, found);
    return found;
  } catch (error) {
    if (isAuthError(error)) return null;
    throw error;
  }
}
