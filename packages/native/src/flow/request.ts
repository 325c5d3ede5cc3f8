import { defineExpiringValue } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

const request = z.object({
  purpose: z.enum(["link", "step-up"]),
  provider: z.string(),
  challenge: z.string(),
  /** The app of the session; null: the session names no app. */
  clientId: z.string().nullable(),
  sessionId: z.string(),
  userId: z.string(),
});

/** What an app asks for in its session. */
export type NativeRequest = Readonly<z.infer<typeof request>>;

/** By their id, 43 characters, which only the app knows until it opens the browser. */
export const requests = defineExpiringValue<NativeRequest>("native-request", { lifetimeSeconds: 600, value: request });
