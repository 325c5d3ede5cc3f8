import { z } from "@keyhold/core/schema";
import { steppedUp } from "@keyhold/core/session";
import { complete, stepUpOf } from "../../complete.js";
import { endpoint } from "../../endpoint.js";
import { code } from "../../schemas.js";
import { inSession } from "../../subject.js";
import { backupCodeErrors, useBackupCode } from "../../verify/backup-code.js";

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
    const given = { code: input.code, subject: inSession(session), trustDevice: false, caller, finish: complete };
    return stepUpOf((await useBackupCode(ctx, options, given)).completed);
  },
});
