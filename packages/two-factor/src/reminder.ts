import {
  before,
  type Context,
  type TxContext,
  userModel,
  verificationIdentifier,
  verificationModel,
} from "@keyhold/core/plugin";
import { sendRecoveryEmail } from "./emails.js";
import { addToken } from "./recovery.js";

/** How long before the end of a recovery the user is notified again. */
const aheadSeconds = 86_400;
/** Reminders of one sweep. */
const maxAtOnce = 500;

/** All reminders have one identifier, so that one statement lists them. */
const identifier = verificationIdentifier("two-factor-recovery-reminder", "");

interface Reminder {
  readonly userId: string;
  readonly endsAt: string;
}

/** Notes that the user is notified again the day before a recovery ends. A shorter wait has one email. */
export async function insertReminder(ctx: TxContext, userId: string, endsAt: Date): Promise<void> {
  const now = ctx.now();
  if (endsAt.getTime() - now.getTime() <= aheadSeconds * 1000) return;
  const value: Reminder = { userId, endsAt: endsAt.toISOString() };
  const row = { identifier, value: JSON.stringify(value), expiresAt: endsAt, createdAt: now, updatedAt: now };
  await ctx.db.insert(verificationModel, row);
}

/** Sends the due reminders, each once, also from several processes. Reminders of ended recoveries are deleted. */
export async function remind(ctx: Context): Promise<void> {
  const due = { identifier, expiresAt: before(new Date(ctx.now().getTime() + aheadSeconds * 1000)) };
  for (let sent = 0; sent < maxAtOnce; sent += 1) {
    const row = await ctx.db.find(verificationModel, due);
    if (!row) return;
    const { userId, endsAt } = JSON.parse(row.value) as Reminder;
    const isTold = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
      if (!(await ctx.db.consume(verificationModel, { id: row.id }))) return true;
      const token = await addToken(ctx, userId, endsAt);
      if (token !== null)
        await sendRecoveryEmail(ctx, user, { kind: "two-factor.recovery-due", token, endsAt: row.expiresAt });
      return true;
    });
    // The user is deleted.
    if (!isTold) await ctx.db.remove(verificationModel, { id: row.id });
  }
}
