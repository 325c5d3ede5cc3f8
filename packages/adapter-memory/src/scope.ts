import { fullModel, type Schema } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import type { View } from "./view.js";

/** The scope of a verb: committed rows only, or a transaction. */
export interface Scope {
  readonly schema: Schema;
  readonly view: View;
  /** The rows locked by this transaction, as `model:id`; null outside of a transaction. */
  readonly locked: Set<string> | null;
}

/** The last argument of a verb that writes a child. */
export interface Parent {
  readonly id: string;
}

/** The model with every plugin's columns; throws for models of one-time rows. */
export function tableModel(scope: Scope, model: Model): Model {
  const full = fullModel(scope.schema, model);
  if (full.use === "one-time")
    throw new Error(`One-time rows of "${full.name}" can only be inserted, found, consumed and removed.`);
  return full;
}

export function lock(scope: Scope, model: Model, id: string): void {
  scope.locked?.add(`${model.name}:${id}`);
}

/** The parent column and id for a write of a child model; null for other models. */
export function parentCondition(
  scope: Scope,
  model: Model,
  parent: Parent | undefined,
): { readonly column: string; readonly id: string } | null {
  if (model.parent === null || model.parentColumn === null) return null;
  if (!parent || !scope.locked?.has(`${model.parent}:${parent.id}`)) {
    throw new Error(`A write of "${model.name}" needs its "${model.parent}" locked by this transaction.`);
  }
  return { column: model.parentColumn, id: parent.id };
}
