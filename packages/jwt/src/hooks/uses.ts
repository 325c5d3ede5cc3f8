import { isAuthError, type Session } from "@keyhold/core";
import type { Context, PluginHooks } from "@keyhold/core/plugin";
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

/** The session may come from a cookie: a token is signed for a session that `GET /token` would take. */
async function tokenFor(ctx: Context, options: JwtOptions, session: Session): Promise<string | null> {
  const live = await liveSessionOf(ctx, { userId: session.userId, sessionId: session.id });
  if (!live) return null;
  try {
    const [audience] = audiencesOf(ctx, options);
    return await writeSessionToken(ctx, options, { session: live, caller: null, audience });
  } catch (error) {
    // The answer is about the session: a signer that is away takes only the header.
    if (!isAuthError(error) || error.status >= 500)
      ctx.later("Signing the header set-auth-jwt", () => Promise.reject(error));
    return null;
  }
}
