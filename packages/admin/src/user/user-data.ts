import { type Context, commonErrors } from "@keyhold/core/plugin";
import { readUserColumns } from "@keyhold/core/users";

/**
 * Reads the plugin columns in an administrator's `data`, with the same checks as a user's own input. Fails for a column
 * that is not an input, such as a role, instead of ignoring it silently.
 *
 * @throws AuthError VALIDATION_ERROR, or the error of a column's check
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
  return ctx.fail(commonErrors.VALIDATION_ERROR, { issues });
}
