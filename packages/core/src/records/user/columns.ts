import type { Context } from "../../contract/context.js";
import { isAuthError } from "../../contract/errors.js";
import { readColumns } from "../../model/input.js";
import { userModel } from "../../model/models.js";
import { fullModel } from "../../model/schema.js";

/** The plugins' columns of the user in a caller's input: see `readColumns`. */
export const readUserColumns = (
  ctx: Context,
  input: Readonly<Record<string, unknown>>,
  { canClear }: { readonly canClear: boolean },
): Record<string, unknown> => readColumns(ctx, userModel, { input, canClear });

/** The valid columns of an input, and the columns without a valid value. */
export interface LenientColumns {
  readonly columns: Readonly<Record<string, unknown>>;
  /** The columns that are left out, each with the reason: a text without the value. */
  readonly leftOut: readonly (readonly [column: string, reason: string])[];
}

/**
 * Reads columns from a source that the user cannot correct, e.g. a provider's profile: a column that may be missing is
 * left out if the value is invalid. Throws for every other column.
 */
export function readLenientUserColumns(ctx: Context, input: Readonly<Record<string, unknown>>): LenientColumns {
  const columns: Record<string, unknown> = {};
  const leftOut: [string, string][] = [];
  for (const [name, { facts }] of Object.entries(fullModel(ctx.schema, userModel).columns)) {
    if (!facts.isInput || input[name] === undefined) continue;
    try {
      Object.assign(columns, readUserColumns(ctx, { [name]: input[name] }, { canClear: true }));
    } catch (error) {
      const mayBeMissing = facts.isOptional || facts.initial !== null;
      if (!mayBeMissing || !isAuthError(error)) throw error;
      leftOut.push([name, error.issues[0]?.message ?? error.message]);
    }
  }
  return { columns, leftOut };
}
