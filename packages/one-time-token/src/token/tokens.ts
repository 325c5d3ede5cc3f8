import { type Context, defineExpiringValue, randomText, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import type { OneTimeTokenOptions } from "../options.js";

const handoff = z.object({
  /** The session of the token. */
  sessionId: z.string(),
  userId: z.string(),
  /** The hash of the token of that session: a change of the token, e.g. with a new password, ends the one-time token. */
  stored: z.string(),
  /** The origin of the pages with the new session; null: every trusted origin. */
  audience: z.string().nullable(),
  isRemembered: z.boolean(),
  /** Whether an app in token mode has made the token. Another token was made with a cookie. */
  isOfApp: z.boolean().default(false),
});

/** What a token stands for. */
export interface Handoff extends Readonly<z.infer<typeof handoff>> {}

/** By the token. The database has the hash of the token. */
const tokens = defineExpiringValue<Handoff>("one-time-token", { lifetimeSeconds: 60, value: handoff });

/** Stores a handoff, and answers with its token. */
export async function issueToken(
  ctx: Context,
  value: Handoff,
  { expiresInSeconds }: OneTimeTokenOptions,
): Promise<string> {
  const token = randomText(32);
  await tokens.insert(ctx, token, value, new Date(ctx.now().getTime() + expiresInSeconds * 1000));
  return token;
}

/** What a token stands for; null: the token is unknown, used or expired. */
export const findToken = async (ctx: Context, token: string): Promise<Handoff | null> =>
  (await tokens.find(ctx, token))?.value ?? null;

/** Uses the token up: of many callers one gets true. */
export const consumeToken = async (ctx: TxContext, token: string): Promise<boolean> =>
  (await tokens.consume(ctx, token)) !== null;
