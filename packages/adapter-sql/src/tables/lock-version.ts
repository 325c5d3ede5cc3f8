import type { Schema } from "@keyhold/core/adapter";
import { integer, type Model } from "@keyhold/core/plugin";

/** The column that a lock increments if the database has several writers. No model declares this column. */
export const lockVersion = "lockVersion";

/** The models, each with the column if rows of the model can be locked: for migrations and generators only. */
export function withLockVersions(schema: Schema): Schema {
  const column = integer().initially(() => 0);
  const models = [...schema.models].map(([name, model]): [string, Model] => {
    if (model.use === "one-time") return [name, model];
    return [name, { ...model, columns: { ...model.columns, [lockVersion]: column } }];
  });
  return { models: new Map(models) };
}
