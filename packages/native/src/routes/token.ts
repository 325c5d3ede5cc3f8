import { session as sessionSchema, user as userSchema } from "@keyhold/core/entity-schemas";
import { ok, publicRow, publicUser } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { redeemCode } from "../code/redeem.js";
import { endpoint } from "../endpoint.js";
import { provenSessionModel } from "../models.js";

export const redeemNativeCode = endpoint({
  route: "POST /native/token",
  access: "public",
  hasStandardErrors: true,
  doc: "Opens the session of an app by the code of the redirect and the PKCE verifier (RFC 6749, section 4.1.3). The same request within a minute gets a new token of the session.",
  input: z.object({
    code: z.string().max(128),
    code_verifier: z.string().max(128),
    client_id: z.string().max(64),
    redirect_uri: z.string().max(520),
  }),
  output: z.object({ token: z.string(), user: userSchema, session: sessionSchema }),
  errors: ["INVALID_GRANT", "FAILED_TO_CREATE_SESSION"],
  limit: { windowSeconds: 60, max: 60 },
  async handle({ input, caller, ctx }) {
    const { code, code_verifier: verifier, client_id: clientId, redirect_uri: redirectURI } = input;
    const { session, token, cookies } = await redeemCode(ctx, { code, verifier, clientId, redirectURI, caller });
    const { user, ...row } = session;
    const shown = publicRow(ctx.schema, provenSessionModel, { ...row, token } as typeof row & {
      amr: string | null;
      authTime: Date | null;
      factorTime: Date | null;
    });
    // A caller outside of token mode keeps no cookie.
    return ok({ token, session: shown, user: publicUser(ctx, user) }, caller.isBearer ? cookies : []);
  },
});
