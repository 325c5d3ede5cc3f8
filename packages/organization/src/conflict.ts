import type { Conflict, TxContext } from "@keyhold/core/plugin";
import type { OrganizationErrorCode } from "./errors.js";

/**
 * Fails a write that violates a unique constraint.
 *
 * @param codes error codes for this plugin's unique columns, keyed by the first column of each constraint. For a column
 * of another plugin the error is VALIDATION_ERROR, with the column in `issues`.
 */
export function refuseTaken(
  { refuse }: Pick<TxContext, "refuse">,
  { column }: Conflict,
  codes: Readonly<Record<string, OrganizationErrorCode>> = {},
): never {
  const code = codes[column];
  return code ? refuse(code) : refuse("VALIDATION_ERROR", { issues: [{ path: column, message: "Taken already" }] });
}
