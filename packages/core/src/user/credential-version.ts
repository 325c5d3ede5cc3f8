import type { Context, TxContext } from "../contract/context.js";
import type { User } from "../model/models.js";
import { findCredential } from "../password/credential.js";
import { fingerprint } from "../secret/hash.js";

/**
 * How an account stands: its address and its password. A ticket whose stamp is another one is dead, so that a changed
 * address or password ends every link that was sent before, without a search for them.
 */
export async function credentialVersionOf(
  { db }: { readonly db: Pick<Context["db"] | TxContext["db"], "find"> },
  user: Pick<User, "id" | "email">,
): Promise<string> {
  const credential = await findCredential({ db }, user.id);
  return fingerprint(JSON.stringify([user.email, credential?.password ?? null]));
}
