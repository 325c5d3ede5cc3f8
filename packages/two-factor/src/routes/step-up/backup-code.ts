import { z } from "@keyhold/core/schema";
import { steppedUp } from "@keyhold/core/session";
import { endpoint } from "../../endpoint.js";
import { inSession } from "../../proof/subject.js";
import { code } from "../../schemas.js";
import { backupCode, backupCodeErrors } from "../../verify/backup-code.js";
import { complete, stepUpOf } from "../../verify/complete.js";
import { giveCode } from "../../verify/give-code.js";

export const stepUpBackupCode = endpoint({
  route: "POST /step-up/backup-code",
  access: "session",
  isPersonal: true,
  allowsRestricted: true,
  doc: "Proves the second factor in the caller's session by a backup code, which is used up; a browser's session gets a new token.",
  input: z.object({ code }),
  output: steppedUp,
  errors: backupCodeErrors,
  async handle({ input, session, caller, ctx }, options) {
    const given = { code: input.code, subject: inSession(session), caller };
    return stepUpOf(await giveCode(ctx, options, backupCode, given, complete));
  },
});
