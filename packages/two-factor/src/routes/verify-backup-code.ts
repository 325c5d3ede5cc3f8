import { askedOf, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { accept } from "../accept.js";
import { matchesBackupCode, readBackupCode } from "../backup-code.js";
import { complete, completeWithoutSession } from "../complete.js";
import { sendNotice } from "../emails.js";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { factorOf } from "../factor.js";
import { countCode, noteWrongCode } from "../guesses.js";
import { backupCodeModel } from "../models.js";
import { code, trustDevice, verifiedWithLeft } from "../schemas.js";
import { subjectOf } from "../subject.js";

export const verifyBackupCode = endpoint({
  route: "POST /two-factor/verify-backup-code",
  access: "optional",
  isPersonal: true,
  doc: "Takes a backup code, once. After a sign-in with one, the session may only enrol a new factor, renew the codes and sign out. With `disableSession` a pending sign-in ends without a session, and a session stays as it is.",
  input: z.object({ code, trustDevice, disableSession: z.boolean().default(false) }),
  output: verifiedWithLeft,
  errors: ["INVALID_BACKUP_CODE", "INVALID_TWO_FACTOR_COOKIE", "TOO_MANY_ATTEMPTS", "FAILED_TO_CREATE_SESSION"],
  async handle({ input, session, caller, ctx }, options) {
    const subject = await subjectOf(ctx, session, caller);
    const { userId } = subject;
    const factor = await factorOf(ctx, userId);
    const guess = await countCode(ctx, options, { kind: "backup-code", subject, factor, caller });
    const given = readBackupCode(input.code);
    const row = await ctx.db.find(backupCodeModel, { userId, selector: given?.selector ?? "" });
    const isRight = await matchesBackupCode(row?.hash ?? null, given?.secret ?? "");
    if (!row || !isRight) {
      await noteWrongCode(ctx, guess, userId);
      return ctx.fail(twoFactorErrors.INVALID_BACKUP_CODE);
    }
    let left = 0;
    const completed = await accept(ctx, options, {
      subject,
      factor,
      guess,
      methods: subject.pending ? ["recovery"] : [],
      trustDevice: input.trustDevice,
      caller,
      async use(ctx, user) {
        if ((await ctx.db.remove(backupCodeModel, { id: row.id, userId }, user)) === 0) return "used";
        left = await ctx.db.count(backupCodeModel, { userId });
        emit(ctx, { type: "two-factor.backup-code-used", userId, left });
        await sendNotice(ctx, user, "two-factor.backup-code-used", left);
        return "counts";
      },
      finish: (ctx, user, right) =>
        input.disableSession ? completeWithoutSession(ctx, user, right) : complete(ctx, user, right),
    });
    if (!completed) return ctx.fail(twoFactorErrors.INVALID_BACKUP_CODE);
    const { answer, cookies } = completed;
    return "twoFactorRedirect" in answer ? askedOf({ asked: answer, cookies }) : ok({ ...answer, left }, cookies);
  },
});
