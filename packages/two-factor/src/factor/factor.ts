import type { User } from "@keyhold/core";
import type { Context, TxContext } from "@keyhold/core/plugin";
import { encryptedColumn, type Finder, type OpenedValue } from "@keyhold/core/plugin";
import { endPendingSignIns, endSessions, invalidateSessionCache } from "@keyhold/core/session";
import { hashBackupCode, newBackupCodes, showBackupCode } from "../codes/backup-code.js";
import { emit } from "../events.js";
import { backupCodeModel, type FactorRow, factorUserModel, type LockedUser, twoFactorModel } from "../models.js";
import type { TwoFactorOptions } from "../options.js";
import { recovered, resets } from "../recovery/marks.js";
import { removeRecovery } from "../recovery/recovery.js";

/** The factors of a user; null: the user has never begun to enrol. */
export const factorOf = ({ db }: Finder, userId: string): Promise<FactorRow | null> =>
  db.find(twoFactorModel, { userId });

/** Encrypted for its user, so that the text decrypts in no other row. */
const placeOf = (userId: string): readonly string[] => ["twoFactor", userId, "secret"];

export const encryptSecret = ({ encryptedValues }: Pick<Context, "encryptedValues">, userId: string, secret: string) =>
  encryptedValues.encrypt(placeOf(userId), secret);

/** For `keyhold rotate`. */
export const encryptedSecrets = encryptedColumn(twoFactorModel, "secret", ({ userId }) => placeOf(userId));

/**
 * The secret in base32; null: the user has emailed codes only.
 *
 * @throws AuthError SERVICE_UNAVAILABLE if no secret of the auth decrypts the factor's secret
 */
export async function openSecret(
  { encryptedValues }: Pick<Context, "encryptedValues">,
  { userId, secret }: FactorRow,
): Promise<OpenedValue | null> {
  return secret === null
    ? null
    : encryptedValues.openOrFail(placeOf(userId), secret, "The secret of an authenticator app");
}

/** Whether emailed or texted codes are possible in this auth. */
export const isOtpConfigured = ({ settings }: Pick<Context, "settings">, { otp }: TwoFactorOptions): boolean =>
  otp === true ? settings.hasMail : otp !== false;

/** Whether the user has confirmed this kind of factor. */
export const hasTotp = (factor: FactorRow | null): boolean => factor?.secret != null && factor.verified;
export const hasOtp = (ctx: Pick<Context, "settings">, options: TwoFactorOptions, factor: FactorRow | null): boolean =>
  (factor?.otpEnabled ?? false) && isOtpConfigured(ctx, options);

/** New backup codes, as the user sees them, with the rows to write. */
export interface IssuedCodes {
  readonly shown: string[];
  readonly rows: readonly { readonly selector: string; readonly hash: string }[];
}

/** Makes backup codes. Before the transaction: hashes take time, and no lock waits for them. */
export async function issueBackupCodes(): Promise<IssuedCodes> {
  const codes = newBackupCodes();
  const rows = await Promise.all(
    codes.map(async ({ selector, secret }) => ({ selector, hash: await hashBackupCode(secret) })),
  );
  return { shown: codes.map(showBackupCode), rows };
}

/** Replaces the backup codes of a locked user. */
export async function replaceBackupCodes(ctx: TxContext, user: LockedUser, { rows }: IssuedCodes): Promise<void> {
  await ctx.db.remove(backupCodeModel, { userId: user.id }, user);
  const codes = rows.map((row) => ({ ...row, userId: user.id, createdAt: ctx.now() }));
  await ctx.db.insertMany(backupCodeModel, codes, user, {
    onConflict() {
      throw new Error("Two backup codes of one user got the same selector.");
    },
  });
}

/** Writes columns of the factors of a locked user. `present`: the row, or null if the user has never begun to enrol. */
export async function writeFactor(
  ctx: TxContext,
  user: LockedUser,
  present: FactorRow | null,
  columns: Partial<Omit<FactorRow, "id" | "userId">>,
): Promise<void> {
  const now = ctx.now();
  const values = { ...columns, updatedAt: now };
  if (present) await ctx.db.update(twoFactorModel, present.id, values, user);
  else
    await ctx.db.insert(twoFactorModel, { createdAt: now, ...values, userId: user.id }, user, {
      onConflict() {
        throw new Error("A user without factors had some already.");
      },
    });
}

/**
 * The columns of a factor without an app that was begun and not confirmed: of the user's factors only confirmed ones stay
 * beside a new one.
 */
export const withoutBegunApp = ({
  verified,
}: Pick<FactorRow, "verified">): Partial<Pick<FactorRow, "secret" | "lastUsedStep">> =>
  verified ? {} : { secret: null, lastUsedStep: null };

/**
 * Records whether sign-ins of a locked user ask for a second factor. A recovery that was started before ends: the factors
 * that it would remove have changed.
 */
export async function setEnabled(ctx: TxContext, user: LockedUser, twoFactorEnabled: boolean): Promise<void> {
  if (await removeRecovery(ctx, user.id)) emit(ctx, { type: "two-factor.recovery-stopped", userId: user.id });
  if (twoFactorEnabled) await resets.end(ctx, user.id);
  if (twoFactorEnabled) await recovered.end(ctx, user.id);
  await invalidateSessionCache(ctx, user.id);
  await ctx.db.update(factorUserModel, user.id, { twoFactorEnabled, updatedAt: ctx.now() });
}

/** The sessions that end when the factors of a user have changed. */
export interface EndOthers {
  /** The session that stays. */
  readonly except: string | undefined;
  /** False: only pending sign-ins, trusted browsers, and codes and links that sign in end. */
  readonly revokeOtherSessions: boolean;
}

/** Ends what was opened with the factors of before: other sessions, pending sign-ins and trusted browsers. */
export async function endOthers(
  ctx: TxContext,
  user: LockedUser,
  { except, revokeOtherSessions }: EndOthers,
): Promise<void> {
  if (revokeOtherSessions) {
    await endSessions(ctx, user, { reason: "factors changed", except });
    return;
  }
  await endPendingSignIns(ctx, user);
  for (const hook of ctx.hooks("trust.end")) await hook(user, ctx);
}

/** Removes the factors and backup codes of a locked user. */
export async function removeFactors(ctx: TxContext, user: LockedUser): Promise<void> {
  await ctx.db.remove(twoFactorModel, { userId: user.id }, user);
  await ctx.db.remove(backupCodeModel, { userId: user.id }, user);
  await setEnabled(ctx, user, false);
}

/** Whether sign-ins of a user ask for a second factor. */
export const isEnabled = (user: User): boolean =>
  (user as Partial<{ readonly twoFactorEnabled: boolean | null }>).twoFactorEnabled === true;
