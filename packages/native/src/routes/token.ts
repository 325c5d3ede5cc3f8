import type { Session } from "@keyhold/core";
import { session as sessionSchema, user as userSchema } from "@keyhold/core/entity-schemas";
import { type Context, ok, publicRow, publicUser } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { shownToken } from "@keyhold/core/session";
import { finishRequest } from "../code/finish.js";
import { redeemCode } from "../code/redeem.js";
import { endpoint } from "../endpoint.js";
import { sessionWithProof } from "../models.js";

export const redeemNativeCode = endpoint({
  route: "POST /native/token",
  access: "optional",
  hasStandardErrors: true,
  doc: "Opens the session of an app by the code of the redirect and the PKCE verifier (RFC 6749, section 4.1.3). The same request within a minute gets a new token of the session. With `request`, links or steps up in the session that has asked; a new token is then in `Set-Auth-Token` alone.",
  input: z.object({
    code: z.string().max(128),
    code_verifier: z.string().max(128),
    client_id: z.string().max(64),
    redirect_uri: z.string().max(520),
    request: z.string().max(64).optional(),
  }),
  output: z.object({ token: z.string().nullable(), user: userSchema, session: sessionSchema }),
  errors: ["INVALID_GRANT", "FAILED_TO_CREATE_SESSION", "INVALID_TOKEN", "FAILED_TO_GET_USER_INFO"],
  limit: { windowSeconds: 60, max: 60 },
  async handle({ input, session: own, caller, ctx }) {
    const { code, code_verifier: verifier, client_id: clientId, redirect_uri: redirectURI, request } = input;
    const redemption = { code, verifier, clientId, redirectURI, caller };
    if (request !== undefined) {
      const { session, cookies } = await finishRequest(ctx, { ...redemption, request, session: own });
      return ok({ token: null, ...shown(ctx, session, shownToken(session)) }, cookies);
    }
    const { session, token, cookies } = await redeemCode(ctx, redemption);
    // A caller outside of token mode keeps no cookie.
    return ok({ token, ...shown(ctx, session, token) }, caller.isBearer ? cookies : []);
  },
});

const shown = (ctx: Context, { user, ...row }: Session, token: string) => ({
  session: publicRow(ctx.schema, sessionWithProof, { ...row, token } as typeof row & {
    amr: string | null;
    authTime: Date | null;
    factorTime: Date | null;
  }),
  user: publicUser(ctx, user),
});
