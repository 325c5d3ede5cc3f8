import type { ColumnFacts, Model, Schema } from "@keyhold/core";

export interface DesiredColumn {
  readonly name: string;
  readonly facts: ColumnFacts;
  /** Part of an index; MySQL then needs to know how long it can be. */
  readonly isIndexed: boolean;
}

export interface DesiredIndex {
  readonly columns: readonly string[];
  readonly isUnique: boolean;
}

export interface DesiredTable {
  readonly name: string;
  readonly columns: readonly DesiredColumn[];
  readonly indexes: readonly DesiredIndex[];
}

/** The tables that the models ask for, each after the ones that it references. */
export function desiredTables(schema: Schema): DesiredTable[] {
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
  return ordered.map(desiredTable);
}

function desiredTable(model: Model): DesiredTable {
  const indexes = desiredIndexes(model);
  const columns = Object.entries(model.columns).map(([name, { facts }]) => ({
    name,
    facts,
    isIndexed: indexes.some((index) => index.columns.includes(name)),
  }));
  return { name: model.name, columns, indexes };
}

/** Unique ones first: a plain index that begins like another one is not needed. */
function desiredIndexes(model: Model): DesiredIndex[] {
  const columns = Object.entries(model.columns);
  const uniques = [...columns.filter(([, { facts }]) => facts.isUnique).map(([name]) => [name]), ...model.uniques];
  const lookups = [...model.indexes, ...columns.filter(([, { facts }]) => facts.isIndexed).map(([name]) => [name])];

  const indexes: DesiredIndex[] = uniques.map((names) => ({ columns: names, isUnique: true }));
  for (const names of lookups) {
    if (!indexes.some((index) => beginsWith(index.columns, names))) indexes.push({ columns: names, isUnique: false });
  }
  return indexes;
}

export const beginsWith = (columns: readonly string[], beginning: readonly string[]): boolean =>
  beginning.every((name, index) => columns[index] === name);
