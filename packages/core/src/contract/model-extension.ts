import type { ColumnMap } from "../model/column.js";

/** The types of a model, beside the declarations in `models` and `extends` at run time. */
export interface ModelTypes {
  /** For the owner of the model: the columns that identify rows in responses. */
  readonly like?: unknown;
  /** For a plugin that extends the model: the added columns in responses. */
  readonly shown?: unknown;
  /** The added columns in an input, required or optional. */
  readonly taken?: unknown;
}

/** What a plugin adds to a model of core or of another plugin. */
export interface ModelExtension {
  readonly columns?: ColumnMap;
  /** Lists of columns, each list with a common index. */
  readonly indexes?: readonly (readonly string[])[];
  /** Text columns for `startsWith`. */
  readonly searched?: readonly string[];
}
