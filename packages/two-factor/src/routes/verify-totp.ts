import { z } from "@keyhold/core/schema";
import { answerOf } from "../complete.js";
import { endpoint } from "../endpoint.js";
import { code, revokeOtherSessions, trustDevice, verified } from "../schemas.js";
import { subjectOf } from "../subject.js";
import { totpErrors, verifyTotpCode } from "../verify/totp.js";

export const verifyTotp = endpoint({
  route: "POST /two-factor/verify-totp",
  access: "optional",
  isPersonal: true,
  doc: "Takes a code of the authenticator app: finishes a sign-in, confirms a new factor, or proves it again in the session.",
  input: z.object({ code, trustDevice, revokeOtherSessions }),
  output: verified,
  errors: totpErrors,
  async handle({ input, session, caller, ctx }, options) {
    const subject = await subjectOf(ctx, session, caller);
    return answerOf(await verifyTotpCode(ctx, options, { ...input, subject, mayConfirm: true, caller }));
  },
});
