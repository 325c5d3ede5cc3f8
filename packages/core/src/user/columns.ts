import type { Context } from "../contract/context.js";
import { readColumns } from "../model/input.js";
import { userModel } from "../model/models.js";

/** The plugins' columns of the user in a caller's input: see `readColumns`. */
export const readUserColumns = (
  ctx: Context,
  input: Readonly<Record<string, unknown>>,
  { canClear }: { readonly canClear: boolean },
): Record<string, unknown> => readColumns(ctx, userModel, { input, canClear });
