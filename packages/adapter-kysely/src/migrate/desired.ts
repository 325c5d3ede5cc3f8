import { type ColumnFacts, type Schema, searchedColumns } from "@keyhold/core/adapter";
import type { Model } from "@keyhold/core/plugin";
import { inOrderOfReference } from "../statement/order.js";

export interface DesiredColumn {
  readonly name: string;
  readonly facts: ColumnFacts;
  /** Part of an index; MySQL then requires a maximum length. */
  readonly isIndexed: boolean;
}

export interface DesiredIndex {
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** For the search by prefix and its order; of one column. */
  readonly isSearch: boolean;
}

export interface DesiredTable {
  readonly name: string;
  readonly columns: readonly DesiredColumn[];
  readonly indexes: readonly DesiredIndex[];
}

/** The tables of the models, each after the ones it references. */
export function desiredTables(schema: Schema): DesiredTable[] {
  return inOrderOfReference(schema).map(desiredTable);
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

/** Unique indexes first: a plain index that is a prefix of another one is redundant. */
function desiredIndexes(model: Model): DesiredIndex[] {
  const columns = Object.entries(model.columns);
  const uniques = [...columns.filter(([, { facts }]) => facts.isUnique).map(([name]) => [name]), ...model.uniques];
  const lookups = [...model.indexes, ...columns.filter(([, { facts }]) => facts.isIndexed).map(([name]) => [name])];

  const indexes: DesiredIndex[] = uniques.map((names) => ({ columns: names, isUnique: true, isSearch: false }));
  for (const names of lookups) {
    if (indexes.some((index) => beginsWith(index.columns, names))) continue;
    indexes.push({ columns: names, isUnique: false, isSearch: false });
  }
  return [...indexes, ...searchedColumns(model).map((name) => ({ columns: [name], isUnique: false, isSearch: true }))];
}

export const beginsWith = (columns: readonly string[], beginning: readonly string[]): boolean =>
  beginning.every((name, index) => columns[index] === name);
