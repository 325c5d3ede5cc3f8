import type { TableOptions } from "@keyhold/adapter-sql";
import { type DeclaredTable, type DeclaredTables, plural, snake } from "@keyhold/adapter-sql/drivers";
import type { Schema } from "@keyhold/core/adapter";
import type { AppTables } from "./app-table.js";

type Naming = NonNullable<TableOptions["naming"]>;
type TableNames = Required<Naming>["tables"];

/** The tables known to an adapter of a database layer as values; null for other databases. */
export function declaredBy(database: object, schema: Schema): DeclaredTables | null {
  const parts: unknown = Reflect.get(database, Symbol.for("keyhold.sql-database"));
  return isDeclaring(parts) ? parts.declared(schema) : null;
}

const isDeclaring = (parts: unknown): parts is { declared(schema: Schema): DeclaredTables } =>
  typeof parts === "object" && parts !== null && typeof Reflect.get(parts, "declared") === "function";

/** The names of declared tables, to keep them in the next run: the app's own, and the names of the generated file. */
export function namesOf(
  declared: ReadonlyMap<string, DeclaredTable>,
  own: AppTables,
  { models }: Schema,
  isStyleGiven: boolean,
): Naming {
  const generated = [...declared].filter(([model]) => !own.has(model));
  const kept = isStyleGiven ? [] : generated;
  const names = [...declared].filter(([model]) => own.has(model)).concat(kept);
  const schemas = [...declared.values()].flatMap(({ schema }) => schema ?? []);
  return {
    ...styleOf(kept),
    ...(schemas[0] !== undefined && { schema: schemas[0] }),
    tables: Object.fromEntries(
      names.map(([model, table]) => [model, namesIn(table, Object.keys(models.get(model)?.columns ?? {}))]),
    ),
  };
}

/** Of the generated tables, for the table of a new plugin. */
function styleOf(tables: readonly (readonly [string, DeclaredTable])[]): Pick<Naming, "case" | "plural"> {
  const [first] = tables;
  if (!first) return {};
  return {
    case: tables.some(([, table]) => isSnake(table)) ? "snake" : "camel",
    plural: tables.some(([model, { name }]) => name === snake(plural(model)) || name === plural(model)),
  };
}

const isSnake = ({ columns }: DeclaredTable): boolean =>
  [...columns].some(([property, { name }]) => name !== property && name === snake(property));

/** A missing column gets a name in the style of the others. */
function namesIn(table: DeclaredTable, properties: readonly string[]): TableNames[string] {
  const named = properties.map((property) => {
    const name = table.columns.get(property)?.name ?? (isSnake(table) ? snake(property) : property);
    return [property, name];
  });
  return { name: table.name, columns: Object.fromEntries(named) };
}
