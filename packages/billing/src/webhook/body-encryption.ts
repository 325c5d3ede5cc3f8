import type { Context } from "@keyhold/core/plugin";

/** Binds an encrypted body to an event, so the body cannot be moved to another event. */
export const placeOf = (eventId: string): readonly string[] => ["webhook body", eventId];

export const encryptBody = (ctx: Context, eventId: string, body: Uint8Array): Promise<string> =>
  ctx.encryptedValues.encrypt(placeOf(eventId), new TextDecoder().decode(body));

interface EncryptedBody {
  readonly eventId: string;
  readonly body: string;
}

/**
 * The decrypted body of an event. Null if the body was not encrypted here for this event: the auth no longer has the
 * secret, or another program wrote the row, without proof of the provider's signature.
 */
export async function openBody(ctx: Context, { eventId, body }: EncryptedBody): Promise<string | null> {
  const opened = await ctx.encryptedValues.open(placeOf(eventId), body);
  return opened === null || opened.text === body ? null : opened.text;
}
