import type { Conflict, TxContext } from "@keyhold/core/plugin";
import type { OrganizationErrorCode } from "./errors.js";

/**
 * Another row has the value of a unique column. `codes`: of our own columns, by the first of those that are unique together; a
 * column that a plugin has added is named in the issues.
 */
export function refuseTaken(
  { refuse }: Pick<TxContext, "refuse">,
  { column }: Conflict,
  codes: Readonly<Record<string, OrganizationErrorCode>> = {},
): never {
  const code = codes[column];
  return code ? refuse(code) : refuse("VALIDATION_ERROR", { issues: [{ path: column, message: "Taken already" }] });
}
