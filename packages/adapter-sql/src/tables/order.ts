import type { Schema } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";

/** All models, each after the models it references, otherwise in the order of the schema. */
export function inOrderOfReference(schema: Schema): Model[] {
  const ordered: Model[] = [];
  const visited = new Set<string>();

  function visit(model: Model): void {
    if (visited.has(model.name)) return;
    visited.add(model.name);
    for (const { facts } of Object.values(model.columns)) {
      const target = facts.references === null ? undefined : schema.models.get(facts.references);
      if (target) visit(target);
    }
    ordered.push(model);
  }

  for (const model of schema.models.values()) visit(model);
  return ordered;
}
