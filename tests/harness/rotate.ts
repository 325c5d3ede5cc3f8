import type { Auth } from "@keyhold/core";
import { inspect } from "@keyhold/core/tools";

export const older = "for tests only: an older secret 0123456";
export const newer = "for tests only: a newer secret 01234567";

/** Encrypts every value of an older secret again, as `keyhold rotate` does. */
export async function rotate({ auth }: { readonly auth: Pick<Auth, "handler"> }): Promise<void> {
  const counts = inspect(auth)?.readEncrypted?.({ mayWrite: true });
  if (!counts) throw new Error("The auth has no encrypted columns.");
  for await (const _ of counts);
}
