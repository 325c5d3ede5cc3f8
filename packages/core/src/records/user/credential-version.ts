import type { Context, TxContext } from "../../contract/context.js";
import type { User } from "../../model/models.js";
import { fingerprint } from "../../secret/hash.js";
import { findCredential } from "../credential/credential.js";

/**
 * The credential version of a user: a hash of the address and the password. A one-time token with another version is
 * invalid, so that a change of address or password invalidates every earlier link without a search for links.
 */
export async function credentialVersionOf(
  { db }: { readonly db: Pick<Context["db"] | TxContext["db"], "find"> },
  user: Pick<User, "id" | "email">,
): Promise<string> {
  const credential = await findCredential({ db }, user.id);
  return fingerprint(JSON.stringify([user.email, credential?.password ?? null]));
}
