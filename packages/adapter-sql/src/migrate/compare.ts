import type { ColumnFacts, Primitive } from "@keyhold/core/adapter";
import type { Dialect, DialectName } from "../dialect/dialect.js";
import {
  beginsWith,
  type ColumnDescription,
  type IndexDescription,
  type TableDescription,
} from "../tables/tables-of.js";
import { type Actual, type ActualColumn, type ActualTable, findColumn } from "./actual.js";
import { addColumn, createIndex, createSchema, createTable, type DdlFacts, dropIndex, type TextRules } from "./ddl.js";
import { addDefault, type Step } from "./defaults.js";
import { warningsFor } from "./warnings.js";

export interface Comparison {
  readonly steps: readonly Step[];
  /** Existing differences that may cause errors, and are left unchanged. */
  readonly warnings: readonly string[];
}

export interface Circumstances {
  readonly dialect: Dialect;
  readonly exactText: TextRules | null;
  /** The tables with rows, among those that get a required column. */
  readonly filledTables: ReadonlySet<string>;
}

/**
 * The steps from the actual tables to the models. No step drops or alters data: the only change to an existing column
 * is the default of `addDefault`.
 */
export function compareTables(
  desired: readonly TableDescription[],
  actual: Actual,
  circumstances: Circumstances,
): Comparison {
  const { dialect, exactText } = circumstances;
  const facts: DdlFacts = {
    dialect,
    exactText,
    textRulesOf: (target) => textRulesOf(actual, target) ?? exactText,
    typeOf: (column) => referencedType(actual, dialect, column) ?? column.type,
    defaultOf: (column) => defaultOf(dialect, column),
  };
  const tables: Step[] = actual.hasSchema ? [] : [createSchema(dialect, desired[0]?.schema ?? "")];
  const columns: Step[] = [];
  const indexes: Step[] = [];
  const warnings: string[] = [];
  const taken = new Set(actual.takenNames);

  for (const table of desired) {
    const existing = actual.table(table.name);
    if (!existing) tables.push({ sql: createTable(facts, table), summary: `create the table "${table.name}"` });
    for (const column of existing ? missingColumns(table, existing, dialect.name) : []) {
      const initial = initialFor(table, column, circumstances);
      const summary = `add the column "${table.name}.${column.name}"`;
      columns.push({ sql: addColumn(facts, table, column, initial), summary });
    }
    if (existing) warnings.push(...warningsFor(table, existing, dialect.name));
    for (const column of table.columns) {
      const actual = existing && findColumn(existing, dialect.name, column.name);
      const added = actual ? addDefault(facts, table, column, actual) : null;
      if (added) columns.push(added);
    }
    for (const { name } of existing?.indexes.filter(({ isUnfinished }) => isUnfinished) ?? []) {
      const summary = `drop the unfinished index "${name}" of "${table.name}"`;
      indexes.push({ ...dropIndex(dialect, table, name), summary });
      taken.delete(name);
    }
    for (const index of missingIndexes(table, existing, dialect.name)) {
      const name = freeName(dialect.name, table.name, index, taken);
      const texts = createIndex(facts, name, table, index, indexedLengths(index, existing));
      indexes.push({
        ...texts,
        summary: `create the ${kindOf(index)} on "${table.name}" (${index.columns.join(", ")})`,
      });
    }
  }
  return { steps: [...tables, ...columns, ...indexes], warnings };
}

function textRulesOf(actual: Actual, { table, column }: { table: string; column: string }): TextRules | null {
  const target = actual.table(table)?.columns.find(({ name }) => name === column);
  return target?.charset && target.collation ? { charset: target.charset, collation: target.collation } : null;
}

/** PostgreSQL refuses a foreign key from a text to a UUID, and pads texts that are compared with a `char(36)`. */
function referencedType(actual: Actual, dialect: Dialect, { references }: ColumnDescription): string | null {
  if (dialect.name !== "postgres" || references === null) return null;
  const target = actual.table(references.table)?.columns.find(({ name }) => name === references.column);
  return target && /^(character|uuid)$/.test(target.type) ? target.fullType : null;
}

export const missingColumns = (
  table: TableDescription,
  existing: ActualTable,
  dialect: DialectName,
): ColumnDescription[] => table.columns.filter(({ name }) => !findColumn(existing, dialect, name));

/** The value of a new column in existing rows; null if there is no value. */
function initialFor(
  table: TableDescription,
  column: ColumnDescription,
  { dialect, filledTables }: Circumstances,
): unknown {
  const initial = defaultOf(dialect, column);
  if (initial !== null || column.facts.isOptional || !filledTables.has(table.name)) return initial;
  throw new Error(
    `The column "${table.name}.${column.name}" is required and has no default, but the table has rows: ` +
      "make it optional, or give it a default with `initially`. If the table is another library's, rename it first.",
  );
}

/** The default of a required column in the stored form; null without a constant default. */
export function defaultOf(dialect: Dialect, { facts }: ColumnDescription): unknown {
  const constant = constantOf(facts);
  return constant === null || facts.kind === "json" ? constant : dialect.codec(facts).encode(constant);
}

/** The constant default of a required column, of JSON the text; null for a random default or the current time. */
export function constantOf({ kind, isOptional, initial }: ColumnFacts): Primitive {
  if (isOptional || initial === null) return null;
  const make = (): Primitive => (kind === "json" ? JSON.stringify(initial()) : (initial() as Primitive)) ?? null;
  const [one, other] = [make(), make()];
  const isSame = one instanceof Date ? Math.abs(one.getTime() - Date.now()) >= 60_000 : one === other;
  return isSame ? one : null;
}

/** The indexes that a table lacks; all of them for a table that does not exist. */
export function missingIndexes(
  table: TableDescription,
  existing: ActualTable | null,
  dialect: DialectName,
): IndexDescription[] {
  const there = existing?.indexes.filter(({ isPlain }) => isPlain) ?? [];
  const plain = table.indexes.filter(({ isSearch }) => !isSearch);
  const missing = plain.filter(({ columns, isUnique }) =>
    isUnique
      ? !there.some((index) => index.isUnique && isSameSet(index.columns, columns))
      : !there.some((index) => index.isLookup && beginsWith(index.columns, columns)),
  );
  const searches = table.indexes.filter(
    ({ columns, isSearch }) => isSearch && !there.some((index) => index.isSearch && beginsWith(index.columns, columns)),
  );
  // Only on PostgreSQL do new indexes have another text order than the search.
  const isServed = ({ columns }: IndexDescription): boolean =>
    dialect !== "postgres" && missing.some((index) => beginsWith(index.columns, columns));
  return [...missing, ...searches.filter((search) => !isServed(search))];
}

function kindOf({ isUnique, isSearch }: IndexDescription): string {
  if (isSearch) return "search index";
  return isUnique ? "unique index" : "index";
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));

/** Texts of unlimited length are indexed by their prefix, as MySQL requires. */
function indexedLengths({ columns }: IndexDescription, existing: ActualTable | null): ReadonlyMap<string, number> {
  const isLong = ({ name, type }: ActualColumn): boolean =>
    columns.includes(name) && /^(tiny|medium|long)?text$/.test(type);
  const texts = existing?.columns.filter((column) => column.collation !== null && isLong(column)) ?? [];
  return new Map(texts.map(({ name }) => [name, 255]));
}

/** A length accepted by every database. */
const maxNameLength = 60;

/** An unused name for a new index. */
export function freeName(
  dialect: DialectName,
  table: string,
  { columns, isUnique, isSearch }: IndexDescription,
  taken: Set<string>,
): string {
  const plain = isUnique ? "unique" : "idx";
  const base = `${table}_${columns.join("_")}_${isSearch ? "search" : plain}`;
  // On MySQL, index names are local to their table.
  const key = (name: string): string => (dialect === "mysql" ? `${table}.${name}` : name);
  let name = shortened(base);
  for (let number = 2; taken.has(key(name)); number++) name = shortened(base, `_${number}`);
  taken.add(key(name));
  return name;
}

function shortened(name: string, ending = ""): string {
  if (name.length + ending.length <= maxNameLength) return name + ending;
  let sum = 0;
  for (const character of name) sum = (Math.imul(sum, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  const tail = `_${sum.toString(36)}${ending}`;
  return name.slice(0, maxNameLength - tail.length) + tail;
}
