import type { Model, Public } from "./model.js";
import { fullModel, type Schema } from "./schema.js";

const publicColumns = new WeakMap<Schema, Map<string, readonly string[]>>();

function columnsOf(schema: Schema, model: Model): readonly string[] {
  const byName = publicColumns.get(schema) ?? new Map<string, readonly string[]>();
  publicColumns.set(schema, byName);
  const known = byName.get(model.name);
  if (known) return known;
  const columns = Object.entries(fullModel(schema, model).columns)
    .filter(([, { facts }]) => !facts.isSecret)
    .map(([name]) => name);
  byName.set(model.name, columns);
  return columns;
}

/** A row as answers show one: the columns that are not secret, those of plugins too. */
export function publicRow<M extends Model>(schema: Schema, model: M, row: object): Public<M> {
  const values: Readonly<Record<string, unknown>> = { ...row };
  const shown: Record<string, unknown> = {};
  for (const column of columnsOf(schema, model)) shown[column] = values[column];
  return shown as Public<M>;
}
