import type { Context } from "@keyhold/core/plugin";
import { accept, type MatchingCode } from "../accept.js";
import { matchesBackupCode, readBackupCode } from "../backup-code.js";
import type { Completed } from "../complete.js";
import { sendNotice } from "../emails.js";
import { twoFactorErrors } from "../errors.js";
import { emit } from "../events.js";
import { factorOf, isEnabled } from "../factor.js";
import { countCode, noteWrongCode } from "../guesses.js";
import { backupCodeModel } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import { givenBefore } from "../subject.js";
import type { GivenCode, GuessCode } from "./given-code.js";

/** The errors of a backup code. */
export const backupCodeErrors = [
  "INVALID_BACKUP_CODE",
  "INVALID_TWO_FACTOR_COOKIE",
  "TOO_MANY_ATTEMPTS",
  "FAILED_TO_CREATE_SESSION",
] as const;

/** A backup code, and what a right one does. */
type GivenBackupCode<Token extends string | null> = GivenCode & Pick<MatchingCode<Token>, "finish">;

/**
 * Uses up a backup code. `left`: the unused codes.
 *
 * @throws AuthError INVALID_BACKUP_CODE, TOO_MANY_ATTEMPTS
 */
export async function useBackupCode<Token extends string | null>(
  ctx: Context<GuessCode | "INVALID_BACKUP_CODE">,
  options: TwoFactorOptions,
  { subject, code, trustDevice, caller, finish }: GivenBackupCode<Token>,
): Promise<{ readonly completed: Completed<Token>; readonly left: number }> {
  const { userId } = subject;
  const factor = await factorOf(ctx, userId);
  const guess = await countCode(ctx, options, { kind: "backup-code", subject, factor, caller });
  const given = readBackupCode(code);
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
    // A session of another server, too, is only now given a factor.
    methods: (await givenBefore(ctx, subject)) === null ? [] : ["recovery"],
    trustDevice,
    caller,
    async use(ctx, user) {
      // The codes of an enrolment replace no confirmation.
      if (!isEnabled(user)) return "used";
      if ((await ctx.db.remove(backupCodeModel, { id: row.id, userId }, user)) === 0) return "used";
      left = await ctx.db.count(backupCodeModel, { userId });
      emit(ctx, { type: "two-factor.backup-code-used", userId, left });
      await sendNotice(ctx, user, "two-factor.backup-code-used", { left });
      return "counts";
    },
    finish,
  });
  return completed ? { completed, left } : ctx.fail(twoFactorErrors.INVALID_BACKUP_CODE);
}
