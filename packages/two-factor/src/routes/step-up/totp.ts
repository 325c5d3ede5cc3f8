import { z } from "@keyhold/core/schema";
import { steppedUp } from "@keyhold/core/session";
import { stepUpOf } from "../../complete.js";
import { endpoint } from "../../endpoint.js";
import { code } from "../../schemas.js";
import { inSession } from "../../subject.js";
import { totpErrors, verifyTotpCode } from "../../verify/totp.js";

export const stepUpTotp = endpoint({
  route: "POST /step-up/totp",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "Proves the second factor in the caller's session by a code of the authenticator app; a browser's session gets a new token.",
  input: z.object({ code }),
  output: steppedUp,
  errors: totpErrors,
  async handle({ input, session, caller, ctx }, options) {
    const given = { code: input.code, subject: inSession(session), trustDevice: false, mayConfirm: false, caller };
    return stepUpOf(await verifyTotpCode(ctx, options, given));
  },
});
