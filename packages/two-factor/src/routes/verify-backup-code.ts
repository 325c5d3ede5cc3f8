import { askedOf, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { subjectOf } from "../proof/subject.js";
import { code, trustDevice, verifiedWithLeft } from "../schemas.js";
import { backupCode, backupCodeErrors } from "../verify/backup-code.js";
import { complete, completeWithoutSession } from "../verify/complete.js";
import { type Finish, giveCode } from "../verify/give-code.js";

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
    const finish: Finish<string | null> = input.disableSession ? completeWithoutSession : complete;
    const given = { ...input, subject, caller };
    const { answer, cookies, left = 0 } = await giveCode(ctx, options, backupCode, given, finish);
    return "twoFactorRedirect" in answer ? askedOf({ asked: answer, cookies }) : ok({ ...answer, left }, cookies);
  },
});
