import { fullModel, type Schema } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import type { View } from "./view.js";

/** Where a verb runs: on committed rows only, or inside a transaction. */
export interface Scope {
  readonly schema: Schema;
  readonly view: View;
  /** The rows this transaction holds, as `model:id`; null outside a transaction. */
  readonly locked: Set<string> | null;
}

/** What a verb gets as its last argument when it writes a child. */
export interface Parent {
  readonly id: string;
}

/** The model with every plugin's columns, if its rows may be listed and changed again and again. */
export function tableModel(scope: Scope, model: Model): Model {
  const full = fullModel(scope.schema, model);
  if (full.use === "one-time")
    throw new Error(`Rows of "${full.name}" are used once: insert, find, take and remove only.`);
  return full;
}

export function lock(scope: Scope, model: Model, id: string): void {
  scope.locked?.add(`${model.name}:${id}`);
}

/** The column and the id that every write of this model is bound to; null for a model that is nobody's child. */
export function parentCondition(
  scope: Scope,
  model: Model,
  parent: Parent | undefined,
): { readonly column: string; readonly id: string } | null {
  if (model.parent === null || model.parentColumn === null) return null;
  if (!parent || !scope.locked?.has(`${model.parent}:${parent.id}`)) {
    throw new Error(`A write of "${model.name}" needs its "${model.parent}" held by this transaction.`);
  }
  return { column: model.parentColumn, id: parent.id };
}
