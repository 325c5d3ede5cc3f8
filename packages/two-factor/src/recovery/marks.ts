import { defineExpiringValue } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

/**
 * By the id of the user: an administrator or the app has reset the factors. For seven days the user may enrol a factor,
 * although a passkey of the user is registered.
 */
export const resets = defineExpiringValue("two-factor-reset", { lifetimeSeconds: 7 * 86_400, value: z.literal("") });

/**
 * By the id of the user: a recovery has removed the factors. Sign-ins ask to enrol until a factor is confirmed: time does
 * not end this.
 */
export const recovered = defineExpiringValue("two-factor-recovered", { lifetimeSeconds: null, value: z.literal("") });
