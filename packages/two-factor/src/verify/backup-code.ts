import { matchesBackupCode, readBackupCode } from "../codes/backup-code.js";
import { sendNotice } from "../emails.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { isEnabled } from "../factor/factor.js";
import { backupCodeModel } from "../models.js";
import { givenBefore } from "../proof/subject.js";
import type { Factor } from "./give-code.js";

/** The errors of a backup code. */
export const backupCodeErrors = [
  "INVALID_BACKUP_CODE",
  "INVALID_TWO_FACTOR_COOKIE",
  "TOO_MANY_ATTEMPTS",
  "FAILED_TO_CREATE_SESSION",
] as const;

/** A backup code. A match is the id of its row. */
export const backupCode: Factor<null, string, "INVALID_BACKUP_CODE"> = {
  kind: "backup-code",
  wrong: twoFactorErrors.INVALID_BACKUP_CODE,
  find: async () => null,
  async match(ctx, { subject: { userId }, code }) {
    const given = readBackupCode(code);
    const row = await ctx.db.find(backupCodeModel, { userId, selector: given?.selector ?? "" });
    const isRight = await matchesBackupCode(row?.hash ?? null, given?.secret ?? "");
    return row && isRight ? row.id : null;
  },
  // A session of another server, too, is only now given a factor.
  methods: async (ctx, { subject }) => ((await givenBefore(ctx, subject)) === null ? [] : ["recovery"]),
  async consume(ctx, user, _, id) {
    const userId = user.id;
    // The codes of an enrolment replace no confirmation.
    if (!isEnabled(user)) return null;
    if ((await ctx.db.remove(backupCodeModel, { id, userId }, user)) === 0) return null;
    const left = await ctx.db.count(backupCodeModel, { userId });
    emit(ctx, { type: "two-factor.backup-code-used", userId, left });
    await sendNotice(ctx, user, "two-factor.backup-code-used", { left });
    return { effect: "none", left };
  },
};
