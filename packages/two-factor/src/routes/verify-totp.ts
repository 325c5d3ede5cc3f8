import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { subjectOf } from "../proof/subject.js";
import { code, revokeOtherSessions, trustDevice, verified } from "../schemas.js";
import { app, totpErrors } from "../verify/app.js";
import { answerOf, complete } from "../verify/complete.js";
import { giveCode } from "../verify/give-code.js";

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
    return answerOf(await giveCode(ctx, options, app, { ...input, subject, caller }, complete));
  },
});
