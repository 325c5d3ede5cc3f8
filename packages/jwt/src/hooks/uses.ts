import { isAuthError, type Session } from "@keyhold/core";
import type { Context, PluginHooks } from "@keyhold/core/plugin";
import { requireOrdinary, shownToken } from "@keyhold/core/session";
import { audiencesOf } from "../issue/claims.js";
import { liveSessionOf } from "../issue/read.js";
import { principalReader } from "../issue/read-principal.js";
import { writeSessionToken } from "../issue/write.js";
import type { JwtOptions } from "../options.js";

/** The principal of an access token; 304 to a client that has the keys; and the header for the client of better-auth, if the app asks for it. */
export const rulesOf = (options: JwtOptions): PluginHooks => ({
  "principal.read": principalReader(options),
  async "reply.answer"(reply, { route, headers, session }, ctx) {
    if (route === "GET /jwks") {
      // RFC 9110, section 13.1.2: a list of tags, which may be marked as weak.
      const isKnown = headers.get("if-none-match")?.includes(reply.headers.etag ?? "*") ?? false;
      return isKnown ? { ...reply, status: 304, body: "" } : reply;
    }
    if (!options.setAuthJwt || route !== "GET /get-session" || !session) return reply;
    const token = await tokenFor(ctx, options, session);
    return token === null ? reply : { ...reply, headers: { ...reply.headers, "set-auth-jwt": token } };
  },
});

/** The session may come from a cookie: a token is signed for a session that `GET /token` would take, with its proofs. */
async function tokenFor(ctx: Context, options: JwtOptions, session: Session): Promise<string | null> {
  const live = await liveSessionOf(ctx, { userId: session.userId, sessionId: session.id });
  const signed = live && seenBy(session, live);
  if (!signed) return null;
  try {
    await requireOrdinary(ctx, signed);
    const [audience] = audiencesOf(ctx, options);
    return await writeSessionToken(ctx, options, { session: signed, caller: null, audience });
  } catch (error) {
    // The answer is about the session: a signer that is away takes only the header.
    if (!isAuthError(error) || error.status >= 500)
      ctx.later("Signing the header set-auth-jwt", () => Promise.reject(error));
    return null;
  }
}

/**
 * The session as the caller's token shows it: later proofs are not of a token that was replaced since, and a copy in a
 * cookie does not outlive its token. Null: the caller's token opens no session.
 */
function seenBy(session: Session & { readonly previousToken?: string | null }, live: Session): Session | null {
  if (shownToken(live) === shownToken(session)) return live;
  return session.token === session.previousToken ? session : null;
}
