import { secondsPerDay } from "../contract/config.js";
import type { Context, TxContext } from "../contract/context.js";
import { type User, verificationModel } from "../model/models.js";
import { singleVerification } from "../model/verification.js";

type Addressed = Pick<User, "id" | "email">;

/** Nobody waits longer for the letter of a sign-up. */
const lifetimeSeconds = 365 * secondsPerDay;

/** The address belongs to it: another one of the same person was signed up by nobody else. */
const rowOf = ({ id, email }: Addressed): ReturnType<typeof singleVerification> =>
  singleVerification("contested", JSON.stringify([id, email]));

/**
 * Notes that an address which nobody has proven was signed up once more. Nobody can tell whose sign-up is its owner's:
 * from now on no password is believed that was given before the proof.
 */
export async function contest(ctx: Context, user: Addressed): Promise<void> {
  const now = ctx.now();
  // One row, however often: a conflict says that it is there.
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000);
  await ctx.db.insert(verificationModel, { ...rowOf(user), value: "", expiresAt, createdAt: now, updatedAt: now });
}

/** Whether several people signed up with an address that nobody has proven. */
export const isContested = async ({ db }: Pick<Context, "db">, user: Addressed): Promise<boolean> =>
  (await db.find(verificationModel, { identifier: rowOf(user).identifier })) !== null;

/** The same at its proof, which ends it. */
export const settleContest = async ({ db }: TxContext, user: Addressed): Promise<boolean> =>
  (await db.remove(verificationModel, { identifier: rowOf(user).identifier })) > 0;
