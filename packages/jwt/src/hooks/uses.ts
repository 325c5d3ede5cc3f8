import { isAuthError } from "@keyhold/core";
import type { Hooks } from "@keyhold/core/plugin";
import { requireOrdinary } from "@keyhold/core/session";
import { audiencesOf } from "../issue/claims.js";
import { isSessionLive } from "../issue/read.js";
import { writeSessionToken } from "../issue/write.js";
import type { JwtOptions } from "../options.js";

type AddedHeaders = Readonly<Record<string, string>>;

/** The header for the client of better-auth, if the app asks for it. */
export function rulesOf(options: JwtOptions): Partial<Hooks> {
  if (!options.setAuthJwt) return {};
  return {
    "answer.headers": async ({ route, session }, ctx): Promise<AddedHeaders> => {
      if (route !== "GET /get-session" || !session) return {};
      // The session may come from a cookie: a token is signed for a session that `GET /token` would take.
      if (!(await isSessionLive(ctx, { userId: session.userId, sessionId: session.id }))) return {};
      try {
        await requireOrdinary(ctx, session);
      } catch (error) {
        if (isAuthError(error)) return {};
        throw error;
      }
      const [audience] = audiencesOf(ctx, options);
      const token = await writeSessionToken(ctx, options, { session, caller: null, audience });
      return { "set-auth-jwt": token };
    },
  };
}
