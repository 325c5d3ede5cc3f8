import { defineExpiringValue, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

/** The numbers that accounts got after their sign-up, by the id of the user. A change of the address may be undone at any later time. */
const added = defineExpiringValue("phone-number-added", { lifetimeSeconds: null, value: z.string() });

/** Records under the lock of the user that the account got a number now. */
export const noteAdded = async (ctx: TxContext, userId: string, number: string): Promise<void> =>
  void (await added.put(ctx, userId, number));

/** When the account got its number; null: at the sign-up, or the account has no number. */
export const addedAt = async (ctx: TxContext, userId: string): Promise<Date | null> =>
  (await added.find(ctx, userId))?.createdAt ?? null;

/** Forgets when the account got its number: it has the number no more. */
export const forgetAdded = async (ctx: Pick<TxContext, "db">, userId: string): Promise<void> =>
  void (await added.end(ctx, userId));
