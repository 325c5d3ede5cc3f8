import type { Model, Public } from "./model.js";
import { fullModel, type Schema } from "./schema.js";

const known = new WeakMap<Schema, Map<string, readonly string[]>>();

/** The columns in responses: every column that is not secret. Events name no secret column either. */
export function publicColumns(schema: Schema, model: Model): readonly string[] {
  const byName = known.get(schema) ?? new Map<string, readonly string[]>();
  known.set(schema, byName);
  const found = byName.get(model.name);
  if (found) return found;
  const columns = Object.entries(fullModel(schema, model).columns)
    .filter(([, { facts }]) => !facts.isSecret)
    .map(([name]) => name);
  byName.set(model.name, columns);
  return columns;
}

/** A row in responses: without secret columns, with the columns of plugins. */
export function publicRow<M extends Model>(schema: Schema, model: M, row: object): Public<M> {
  const values: Readonly<Record<string, unknown>> = { ...row };
  const shown: Record<string, unknown> = {};
  for (const column of publicColumns(schema, model)) shown[column] = values[column];
  return shown as Public<M>;
}
