import { z } from "@keyhold/core/schema";
import { steppedUp } from "@keyhold/core/session";
import { endpoint } from "../../endpoint.js";
import { inSession } from "../../proof/subject.js";
import { code } from "../../schemas.js";
import { app, totpErrors } from "../../verify/app.js";
import { complete, stepUpOf } from "../../verify/complete.js";
import { giveCode } from "../../verify/give-code.js";

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
    const given = { code: input.code, subject: inSession(session), mayConfirm: false, caller };
    return stepUpOf(await giveCode(ctx, options, app, given, complete));
  },
});
