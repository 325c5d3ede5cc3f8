import {
  before,
  type Context,
  defineExpiringValue,
  type TxContext,
  userModel,
  verificationModel,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { sendRecoveryEmail } from "../emails.js";
import { addToken } from "./recovery.js";

/** How long before the end of a recovery the user is notified again. */
const aheadSeconds = 86_400;
/** Reminders of one sweep. */
const maxAtOnce = 500;

/** All reminders have this name, so that one statement lists them. */
const name = "";
/** Until the end of the recovery. */
const reminders = defineExpiringValue("two-factor-recovery-reminder", {
  lifetimeSeconds: null,
  mayRepeat: true,
  value: z.object({ userId: z.string(), endsAt: z.string() }),
});

/** Notes that the user is notified again the day before a recovery ends. A shorter wait has one email. */
export async function insertReminder(ctx: TxContext, userId: string, endsAt: Date): Promise<void> {
  if (endsAt.getTime() - ctx.now().getTime() <= aheadSeconds * 1000) return;
  await reminders.insert(ctx, name, { userId, endsAt: endsAt.toISOString() }, endsAt);
}

/** Sends the due reminders, each once, also from several processes. Reminders of ended recoveries are deleted. */
export async function remind(ctx: Context): Promise<void> {
  const { identifier } = reminders.placeOf(name);
  const due = { identifier, expiresAt: before(new Date(ctx.now().getTime() + aheadSeconds * 1000)) };
  for (let sent = 0; sent < maxAtOnce; sent += 1) {
    const row = await ctx.db.find(verificationModel, due);
    if (!row) return;
    const { userId, endsAt } = reminders.valueOf(row);
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
