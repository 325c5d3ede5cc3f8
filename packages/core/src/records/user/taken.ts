import type { HookContext, TxContext } from "../../contract/context.js";
import { commonErrors, coreErrors } from "../../contract/errors.js";

/** Fails with the error of a unique column of the user: another user has the value. */
export const failTaken = (
  ctx: Pick<TxContext<"USER_ALREADY_EXISTS">, "fail" | "takenErrors">,
  column: string,
): never => (ctx.takenErrors.has(column) ? failTakenColumn(ctx, column) : ctx.fail(coreErrors.USER_ALREADY_EXISTS));

/**
 * `failTaken` for a column that a plugin or the app has added: the plugin's error, or VALIDATION_ERROR if the plugin
 * names no error.
 */
export function failTakenColumn(ctx: Pick<HookContext, "fail" | "takenErrors">, column: string): never {
  const error = ctx.takenErrors.get(column);
  if (error) return ctx.fail(error);
  return ctx.fail(commonErrors.VALIDATION_ERROR, { issues: [{ path: column, message: "Taken by another user" }] });
}
