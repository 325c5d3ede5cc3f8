import type { ModelExtension } from "../contract/model-extension.js";
import type { AnyColumn } from "./column.js";
import type { Model } from "./model.js";
import { proofColumns } from "./models.js";

/** All models of an auth by name, with the columns that plugins add. */
export interface Schema {
  readonly models: ReadonlyMap<string, Model>;
}

/** The full model for an imported model: the table with the columns of every plugin. */
export function fullModel(schema: Schema, model: Model): Model {
  const full = schema.models.get(model.name);
  if (!full) throw new Error(`Model "${model.name}" is not part of this auth: list it in the plugin's \`models\`.`);
  return full;
}

/** The models and extensions of core or of a plugin. */
export interface SchemaPart {
  /** The plugin that declares the part, for the message about a clash. */
  readonly from: string;
  readonly models: readonly Model[];
  readonly extends: Readonly<Record<string, ModelExtension>>;
}

/** Merges the declarations of core and plugins; answers with an error for each duplicate declaration. */
export function mergeSchema(parts: readonly SchemaPart[]): { schema: Schema; clashes: string[] } {
  const models = new Map<string, Model>();
  const owners = new Map<string, string>();
  const clashes: string[] = [];

  for (const part of parts) {
    for (const model of part.models) {
      const owner = owners.get(model.name);
      if (owner) clashes.push(`"${owner}" and "${part.from}" both define the model "${model.name}"`);
      owners.set(model.name, part.from);
      models.set(model.name, model);
      for (const column of Object.keys(model.columns)) owners.set(`${model.name}.${column}`, part.from);
    }
  }
  for (const part of parts) {
    for (const [modelName, extension] of Object.entries(part.extends)) {
      const model = models.get(modelName);
      if (!model) {
        clashes.push(`"${part.from}" extends the model "${modelName}", which no plugin defines`);
        continue;
      }
      for (const [name, column] of Object.entries(extension.columns ?? {})) {
        // Several plugins may add `proofColumns`.
        if (isProofColumn(column) && model.columns[name] === column) continue;
        const owner = owners.get(`${modelName}.${name}`);
        if (owner) clashes.push(`"${owner}" and "${part.from}" both define the column "${modelName}.${name}"`);
        owners.set(`${modelName}.${name}`, part.from);
      }
      models.set(modelName, extendModel(model, extension));
    }
  }
  return { schema: { models }, clashes };
}

const isProofColumn = (column: AnyColumn): boolean => Object.values<AnyColumn>(proofColumns).includes(column);

const extendModel = (model: Model, { columns = {}, indexes = [], searched = [] }: ModelExtension): Model => ({
  ...model,
  columns: { ...model.columns, ...columns },
  indexes: [...model.indexes, ...indexes],
  searched: [...model.searched, ...searched],
});
