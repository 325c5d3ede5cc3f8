import type { Locked } from "../adapter/adapter.js";
import type { KeptWrites } from "../contract/asked.js";
import type { TxContext } from "../contract/context.js";
import type { userModel } from "../model/models.js";

/**
 * What a sign-in writes to the account of a locked user, after all that is asked was given and before the session is
 * inserted.
 */
export interface SignInWrites {
  /** The writes as data, for the pending sign-in if more is asked. */
  readonly kept: KeptWrites;
  /** Answers with the changed user. */
  apply(): Promise<Locked<typeof userModel>>;
}

/** The writes of a pending sign-in: the hooks at "sign-in.finish" apply them. Null: no writes. */
export const resumedWrites = (
  ctx: TxContext,
  user: Locked<typeof userModel>,
  kept: KeptWrites | null,
): SignInWrites | null =>
  kept && {
    kept,
    async apply() {
      let present = user;
      for (const hook of ctx.hooks("sign-in.finish")) present = { ...present, ...(await hook(kept, ctx, present)) };
      return present;
    },
  };
