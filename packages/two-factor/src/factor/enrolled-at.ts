import { defineExpiringValue, type Finder, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import type { FactorRow, LockedUser } from "../models.js";

/** A factor that a user can enrol. Backup codes come with each. */
export type EnrolledKind = "totp" | "otp";

/** By the user and the kind of a factor, created when the factor was enabled last: a later factor stays beside an earlier factor. */
const enrolments = defineExpiringValue("two-factor-enrolled", { lifetimeSeconds: null, value: z.literal("") });

const nameOf = (userId: string, kind: EnrolledKind): string => `${userId} ${kind}`;

/** Records that a factor of a locked user is enabled now. */
export const noteEnrolment = async (ctx: TxContext, user: LockedUser, kind: EnrolledKind): Promise<void> =>
  void (await enrolments.put(ctx, nameOf(user.id, kind), ""));

/** When a factor was enabled. A factor from before an update of this package, or of another library: with the first. */
export async function enrolledAt(
  ctx: Finder & Pick<TxContext, "now">,
  { userId, createdAt }: FactorRow,
  kind: EnrolledKind,
): Promise<Date> {
  return (await enrolments.find(ctx, nameOf(userId, kind)))?.createdAt ?? createdAt;
}

/** Forgets when a deleted user has enabled factors. */
export async function forgetEnrolments(ctx: Pick<TxContext, "db">, userId: string): Promise<void> {
  for (const kind of ["totp", "otp"] as const) await enrolments.end(ctx, nameOf(userId, kind));
}
