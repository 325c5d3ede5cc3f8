import type { Caller, Context } from "@keyhold/core/plugin";
import { emitFailed } from "../events.js";

/** Whose response is checked, and for what. */
interface Checked {
  readonly userId: string | null;
  readonly purpose: "registration" | "authentication";
  readonly caller: Caller;
}

/** Runs the check of a response. A check that throws is emitted with the cause, and the call fails by `fail`. */
export async function checked<T>(
  ctx: Pick<Context, "emit">,
  { userId, purpose, caller }: Checked,
  check: () => Promise<T>,
  fail: () => never,
): Promise<T> {
  try {
    return await check();
  } catch (thrown) {
    // The parsers throw errors of many kinds for malformed bytes.
    const cause = thrown instanceof Error ? thrown : new Error("The response is malformed.", { cause: thrown });
    emitFailed(ctx, caller, { userId, purpose, cause });
    return fail();
  }
}
