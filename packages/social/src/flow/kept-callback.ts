import { type Context, defineExpiringValue } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import type { CallbackParameters } from "../provider.js";
import type { ResumedFlow } from "./check-callback.js";
import type { HandOver } from "./within.js";

/** The callback of a provider, whose code is not exchanged yet. */
export interface KeptCallback
  extends Pick<ResumedFlow, "providerId" | "codeVerifier" | "nonce" | "scopes" | "startedAt"> {
  readonly purpose: HandOver["purpose"];
  readonly parameters: CallbackParameters;
}

/** By the id of the hand-over: encrypted, because the value has a code of the provider. */
const callbacks = defineExpiringValue("provider-hand-over", { lifetimeSeconds: 120, value: z.string() });

const placeOf = (id: string): readonly string[] => ["provider-hand-over", id];

/** Keeps a callback for the client that finishes the flow. */
export async function keepCallback(
  ctx: Context,
  { id, purpose }: HandOver,
  { providerId, codeVerifier, nonce, scopes, startedAt, parameters }: Omit<KeptCallback, "purpose">,
): Promise<void> {
  const kept: KeptCallback = { providerId, codeVerifier, nonce, scopes, startedAt, parameters, purpose };
  // A user may go to the provider twice: the last callback counts.
  await callbacks.put(ctx, id, await ctx.encryptedValues.encrypt(placeOf(id), JSON.stringify(kept)));
}

/** Uses a kept callback up: of many callers one gets it. Null: there is none. */
export async function consumeCallback(ctx: Context, id: string): Promise<KeptCallback | null> {
  const stored = await callbacks.consume(ctx, id);
  if (stored === null) return null;
  const { text } = await ctx.encryptedValues.openOrFail(placeOf(id), stored, "The callback of a provider");
  return JSON.parse(text);
}
