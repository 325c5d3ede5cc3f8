import { askedOf, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { complete, completeWithoutSession } from "../complete.js";
import { endpoint } from "../endpoint.js";
import { code, trustDevice, verifiedWithLeft } from "../schemas.js";
import { subjectOf } from "../subject.js";
import { backupCodeErrors, useBackupCode } from "../verify/backup-code.js";

export const verifyBackupCode = endpoint({
  route: "POST /two-factor/verify-backup-code",
  access: "optional",
  isPersonal: true,
  doc: "Takes a backup code, once. After a sign-in with one, the session may only enrol a new factor, renew the codes and sign out. With `disableSession` a pending sign-in ends without a session, and a session stays as it is.",
  input: z.object({ code, trustDevice, disableSession: z.boolean().default(false) }),
  output: verifiedWithLeft,
  errors: backupCodeErrors,
  async handle({ input, session, caller, ctx }, options) {
    const subject = await subjectOf(ctx, session, caller);
    const { completed, left } = await useBackupCode<string | null>(ctx, options, {
      ...input,
      subject,
      caller,
      finish: input.disableSession ? completeWithoutSession : complete,
    });
    const { answer, cookies } = completed;
    return "twoFactorRedirect" in answer ? askedOf({ asked: answer, cookies }) : ok({ ...answer, left }, cookies);
  },
});
