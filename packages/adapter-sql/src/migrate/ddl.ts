import type { Dialect } from "../dialect/dialect.js";
import { compile, join, lit, nothing, raw, ref, type Sql, sql } from "../sql/sql.js";
import type { ColumnDescription, IndexDescription, TableDescription } from "../tables/tables-of.js";
import type { Step } from "./defaults.js";

/** The character set and collation of a MySQL text; null on other databases. */
export interface TextRules {
  readonly charset: string;
  /** Null: the server is unknown. */
  readonly collation: string | null;
}

type Target = NonNullable<ColumnDescription["references"]>;

export interface DdlFacts {
  readonly dialect: Dialect;
  /** For new tables on MySQL. */
  readonly exactText: TextRules | null;
  /** The rules of a referenced column, which the referencing column must share. */
  textRulesOf(target: Target): TextRules | null;
  /** The type of a new column: the type of the referenced existing column, where the database wants equal types. */
  typeOf(column: ColumnDescription): string;
  /** The default of a required column in the stored form; null without a constant default. */
  defaultOf(column: ColumnDescription): unknown;
}

export const createSchema = ({ style }: Dialect, name: string): Step => ({
  sql: compile(sql`create schema if not exists ${ref(name)}`, style).sql,
  summary: `create the schema "${name}"`,
});

export function createTable(facts: DdlFacts, table: TableDescription): string {
  const { dialect, exactText, textRulesOf } = facts;
  const columns = table.columns.map((column) => {
    const { references } = column;
    const rules = references === null ? null : textRulesOf(references);
    return sql`${ref(column.name)} ${raw(facts.typeOf(column))}${textClause(rules)}${required(facts, column)}`;
  });
  const keys = table.columns.flatMap(({ name, references }) => {
    if (references === null) return [];
    const target = referencing(table, references);
    return sql`constraint ${ref(`${table.name}_${name}_fk`)} foreign key (${ref(name)}) ${target}`;
  });
  const end = exactText ? sql` engine = InnoDB default${textClause(exactText)}` : nothing;
  const query = sql`create table if not exists ${tableRef(table)} (${join([...columns, ...keys])})${end}`;
  return compile(query, dialect.style).sql;
}

/** The table, qualified by the schema. */
export const tableRef = ({ schema, name }: Pick<TableDescription, "schema" | "name">): Sql =>
  schema === null ? ref(name) : ref(schema, name);

const referencing = ({ schema }: TableDescription, { table, column }: Target): Sql =>
  sql`references ${tableRef({ schema, name: table })} (${ref(column)}) on delete cascade`;

function required({ dialect, defaultOf }: DdlFacts, column: ColumnDescription): Sql {
  const { property, facts, type } = column;
  if (property === "id") return raw(" not null primary key");
  const initial = defaultOf(column);
  // Without the default MySQL 5.7 can make the table, and only an INSERT of the app would need the default.
  const hasDefault = initial !== null && !(dialect.name === "mysql" && /text$/.test(type));
  return sql`${hasDefault ? defaultClause(dialect, type, initial) : nothing}${raw(facts.isOptional ? "" : " not null")}`;
}

function textClause(rules: TextRules | null): Sql {
  if (!rules) return nothing;
  const { charset, collation } = rules;
  return raw(` character set ${charset} ${collation === null ? exactCollations : `collate ${collation}`}`);
}

/**
 * The most exact collations of MariaDB 10.2 and of MySQL 8.0.17, each in a comment for that server: by
 * `utf8mb4_bin` of both servers, "abc" and "abc " are equal in a unique index.
 */
const exactCollations = "/*M!100202 collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */";

/** `initial` is the value for existing rows. */
export function addColumn(
  facts: DdlFacts,
  table: TableDescription,
  column: ColumnDescription,
  initial: unknown,
): string {
  const { dialect, exactText, textRulesOf } = facts;
  const { references } = column;
  const { kind, isOptional } = column.facts;
  const type = facts.typeOf(column);
  const isText = /^(varchar|text|longtext)/.test(type) && (kind === "text" || kind === "json");
  const rules = references === null ? exactText : textRulesOf(references);
  const parts = [
    sql`alter table ${tableRef(table)} add column ${dialect.name === "postgres" ? raw("if not exists ") : nothing}`,
    sql`${ref(column.name)} ${raw(type)}${textClause(isText && dialect.name === "mysql" ? rules : null)}`,
    initial === null ? nothing : defaultClause(dialect, type, initial),
    isOptional ? nothing : raw(" not null"),
    references === null ? nothing : foreignKey(dialect, table, column.name, references),
  ];
  return compile(join(parts, ""), dialect.style).sql;
}

/** MySQL supports a default of an unlimited text only as an expression. A text with a backslash is an expression, too. */
export function defaultClause({ name }: Dialect, type: string, initial: unknown): Sql {
  const isExpression = name === "mysql" && (/text$/.test(type) || String(initial).includes("\\"));
  return isExpression ? sql` default (${lit(initial)})` : sql` default ${lit(initial)}`;
}

/** MySQL ignores an inline reference of a column. */
function foreignKey({ name }: Dialect, table: TableDescription, column: string, target: Target): Sql {
  const references = referencing(table, target);
  if (name !== "mysql") return sql` ${references}`;
  return sql`, add constraint ${ref(`${table.name}_${column}_fk`)} foreign key (${ref(column)}) ${references}`;
}

/** The texts of a statement: for an offline migration, and for a migration beside other callers. */
interface Texts {
  readonly sql: string;
  readonly onlineSql: string;
}

/** `lengths`: the indexed prefix length of columns too long for MySQL. */
export function createIndex(
  { dialect }: DdlFacts,
  name: string,
  table: TableDescription,
  { columns, isUnique, isSearch }: IndexDescription,
  lengths: ReadonlyMap<string, number>,
): Texts {
  const keys = columns.map((column) => {
    const length = lengths.get(column);
    if (length !== undefined) return sql`${ref(column)}(${lit(length)})`;
    return isSearch ? dialect.searchable(ref(column)) : ref(column);
  });
  const unique = raw(isUnique ? "unique " : "");
  const ifMissing = raw(dialect.name === "mysql" ? "" : "if not exists ");
  const query = (concurrently: string): Sql =>
    sql`create ${unique}index ${raw(concurrently)}${ifMissing}${ref(name)} on ${tableRef(table)} (${join(keys)})`;
  const concurrently = query(dialect.name === "postgres" ? "concurrently " : "");
  const withoutLock = raw(dialect.name === "mysql" ? " algorithm=inplace lock=none" : "");
  return {
    sql: compile(query(""), dialect.style).sql,
    onlineSql: compile(sql`${concurrently}${withoutLock}`, dialect.style).sql,
  };
}

/** Removes an index that an interrupted `CREATE INDEX CONCURRENTLY` of PostgreSQL has left. */
export function dropIndex({ style }: Dialect, table: TableDescription, name: string): Texts {
  const index = tableRef({ ...table, name });
  const drop = (concurrently: string): string => compile(sql`drop index ${raw(concurrently)}${index}`, style).sql;
  return { sql: drop(""), onlineSql: drop("concurrently ") };
}
