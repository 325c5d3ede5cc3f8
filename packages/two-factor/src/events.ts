import { eventsFor, type TxContext } from "@keyhold/core/plugin";
import type { CodeKind } from "./verify/guesses.js";

/** Events of second factors, for an audit log. */
export type TwoFactorEvent =
  | { readonly type: "two-factor.enabled"; readonly userId: string; readonly method: "totp" | "otp" }
  | { readonly type: "two-factor.disabled"; readonly userId: string }
  /** By an administrator or the app: factor, backup codes, trusted browsers and sessions have ended. */
  | { readonly type: "two-factor.reset"; readonly userId: string }
  | { readonly type: "two-factor.backup-codes-renewed"; readonly userId: string }
  /** `left`: the unused codes. */
  | { readonly type: "two-factor.backup-code-used"; readonly userId: string; readonly left: number }
  | { readonly type: "two-factor.device-trusted"; readonly userId: string; readonly deviceId: string }
  /** `endsAt`: from then on the recovery can be finished. */
  | { readonly type: "two-factor.recovery-started"; readonly userId: string; readonly endsAt: Date }
  | { readonly type: "two-factor.recovery-stopped"; readonly userId: string }
  | { readonly type: "two-factor.recovery-finished"; readonly userId: string }
  /** A kind of code is closed after a hundred wrong ones in a row, until another factor or an administrator opens it. */
  | { readonly type: "two-factor.closed"; readonly userId: string; readonly kind: CodeKind };

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: TwoFactorEvent) => void = eventsFor<TwoFactorEvent>();
