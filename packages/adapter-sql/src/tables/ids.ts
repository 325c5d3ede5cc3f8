import type { Schema } from "@keyhold/core/adapter";
import { Column, type Model } from "@keyhold/core/plugin";
import { uuid4, uuid7 } from "./uuid.js";

/**
 * The ids of new rows: "text" (32 random characters), "uuid4" or "uuid7" (RFC 9562; on PostgreSQL the columns have the
 * type `uuid`), or a function that makes a text of at most 36 characters.
 */
export type IdOption = "text" | "uuid4" | "uuid7" | (() => string);

/** Whether the columns with ids have the type `uuid` where the database has that type. */
export const areUuids = (ids: IdOption): boolean => ids === "uuid4" || ids === "uuid7";

/** The models, whose rows get their ids from `ids`. Ids that a caller chooses or derives are unchanged. */
export function withIds(schema: Schema, ids: IdOption): Schema {
  if (ids === "text") return schema;
  const initial = generator(ids);
  const models = [...schema.models].map(([name, model]): [string, Model] => {
    const { id } = model.columns;
    if (!id?.facts.isGeneratedId) return [name, model];
    return [name, { ...model, columns: { ...model.columns, id: new Column({ ...id.facts, initial }) } }];
  });
  return { models: new Map(models) };
}

function generator(ids: Exclude<IdOption, "text">): () => string {
  if (ids === "uuid4") return uuid4;
  return ids === "uuid7" ? uuid7 : ids;
}

/** Whether the column holds ids made by `id()`: ids of the table's rows, or of referenced rows. */
export function isIdColumn(schema: Schema, model: Model, column: string): boolean {
  const facts = model.columns[column]?.facts;
  const target = facts?.references ?? facts?.clearedWith;
  if (!target) return facts?.isGeneratedId ?? false;
  return schema.models.get(target)?.columns.id?.facts.isGeneratedId ?? false;
}
