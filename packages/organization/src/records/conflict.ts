import { type Conflict, commonErrors, type TxContext } from "@keyhold/core/plugin";

/**
 * Fails a write that violates a unique constraint.
 *
 * @param errors errors for this plugin's unique columns, keyed by the first column of each constraint. For a column of
 * another plugin the error is VALIDATION_ERROR, with the column in `issues`.
 * @example failTaken(ctx, conflict, { slug: () => ctx.fail(organizationErrors.ORGANIZATION_ALREADY_EXISTS) });
 */
export function failTaken(
  ctx: Pick<TxContext, "fail">,
  { column }: Conflict,
  errors: Readonly<Record<string, () => never>> = {},
): never {
  errors[column]?.();
  return ctx.fail(commonErrors.VALIDATION_ERROR, { issues: [{ path: column, message: "Taken already" }] });
}
