import type { Conflict, TxContext } from "@keyhold/core";

/** Another row has the value of a unique column that a plugin has added. */
export const refuseTaken = ({ refuse }: Pick<TxContext, "refuse">, { column }: Conflict): never =>
  refuse("VALIDATION_ERROR", { issues: [{ path: column, message: "Taken already" }] });
