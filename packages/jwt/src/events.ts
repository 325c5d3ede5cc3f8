import { eventsFor, type TxContext } from "@keyhold/core/plugin";

/** Events of keys, for an audit log and alerts. */
export type JwtEvent =
  /** A key signs from now on. `retiredKeyId`: the key before; null: the first key, or all earlier keys were removed. */
  | { readonly type: "jwt.key-signing"; readonly keyId: string; readonly retiredKeyId: string | null }
  /** `rotateKeys({ now: true })` has removed every earlier key: their tokens are refused. */
  | { readonly type: "jwt.keys-removed"; readonly keyIds: readonly string[] }
  /**
   * A private key cannot be decrypted: `secret` was exchanged, and the list lacks the secret of the encryption. A new key
   * signs from now on.
   */
  | { readonly type: "jwt.key-unreadable"; readonly keyId: string };

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: JwtEvent) => void = eventsFor<JwtEvent>();
