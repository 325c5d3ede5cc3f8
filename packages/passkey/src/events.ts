import { type Caller, eventsFor, type TxContext } from "@keyhold/core/plugin";
import { oneLine } from "@keyhold/core/safe-name";

/** Events of passkeys, for an audit log. */
export type PasskeyEvent =
  | { readonly type: "passkey.added"; readonly userId: string; readonly passkeyId: string }
  | { readonly type: "passkey.renamed"; readonly userId: string; readonly passkeyId: string }
  | { readonly type: "passkey.deleted"; readonly userId: string; readonly passkeyId: string }
  /** The signature counter went back: a copy of the passkey may exist. The sign-in was refused. */
  | { readonly type: "passkey.cloned"; readonly userId: string; readonly passkeyId: string }
  /** The device has made a copy of the passkey, or the copies are gone. */
  | {
      readonly type: "passkey.backup-changed";
      readonly userId: string;
      readonly passkeyId: string;
      readonly backedUp: boolean;
    }
  /** The answer of a browser was refused, e.g. because the page has an origin that is not in the options. */
  | {
      readonly type: "passkey.failed";
      /** Null if no user has the passkey. */
      readonly userId: string | null;
      readonly purpose: "registration" | "authentication";
      /** The cause in one sentence, for the administrator of the app. May contain text of the caller. */
      readonly explanation: string;
      readonly ipAddress: string | null;
      readonly userAgent: string | null;
    };

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: PasskeyEvent) => void = eventsFor<PasskeyEvent>();

const maxExplanationLength = 300;

/** Emits that the answer of a browser was refused. */
export function emitFailed(
  ctx: Pick<TxContext, "emit">,
  { ipAddress, userAgent }: Caller,
  failure: {
    readonly userId: string | null;
    readonly purpose: "registration" | "authentication";
    readonly cause: Error;
  },
): void {
  const { userId, purpose, cause } = failure;
  const explanation = oneLine(cause.message).slice(0, maxExplanationLength);
  emit(ctx, { type: "passkey.failed", userId, purpose, explanation, ipAddress, userAgent });
}
