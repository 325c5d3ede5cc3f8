import { readUserColumns } from "@keyhold/core/internal";
import type { Context } from "@keyhold/core/plugin";

/**
 * The columns of plugins in an administrator's `data`, checked as a person's own. What is no input, as a role, is refused
 * by name: an administrator who sets it is not to believe that it is set.
 *
 * @throws AuthError VALIDATION_ERROR, or what a column's check names.
 */
export function readData(
  ctx: Context,
  data: Readonly<Record<string, unknown>>,
  { canClear }: { readonly canClear: boolean },
): Readonly<Record<string, unknown>> {
  const columns = readUserColumns(ctx, data, { canClear });
  const others = Object.keys(data).filter((name) => data[name] !== undefined && !Object.hasOwn(columns, name));
  if (others.length === 0) return columns;
  const issues = others.map((name) => ({ path: `data.${name}`, message: "Not a column that is set here" }));
  return ctx.refuse("VALIDATION_ERROR", { issues });
}
