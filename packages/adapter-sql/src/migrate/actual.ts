import type { Dialect, DialectName } from "../dialect/dialect.js";
import type { Connection } from "../driver/driver.js";
import { type Sql, sql } from "../sql/sql.js";
import { rowsOf } from "./query.js";
import { mysqlTextLength, postgresTextLength } from "./text-lengths.js";

export interface ActualColumn {
  readonly name: string;
  /** The type that the database reports, in lower case, e.g. "timestamp with time zone". */
  readonly type: string;
  /** With the length, as a new column that references this column declares the type, e.g. "character(36)". */
  readonly fullType: string;
  /** The most characters of a text; null without a limit, and for other types. */
  readonly most: number | null;
  /** The values of an enum; null for other types. */
  readonly values: readonly string[] | null;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  /** MySQL: character set and collation of a text. */
  readonly charset: string | null;
  readonly collation: string | null;
}

export interface ActualIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isUnique: boolean;
  /** Whether the index covers every row, and whole columns. */
  readonly isPlain: boolean;
  /** Whether an interrupted migration of this package has left the index: no query can use the index. */
  readonly isUnfinished: boolean;
  /** Whether equality of texts can use the index: index and columns have an equal collation. */
  readonly isLookup: boolean;
  /** Whether a search by prefix can use the index: the order is verified to be by code points. */
  readonly isSearch: boolean;
}

export interface ActualTable {
  readonly name: string;
  readonly columns: readonly ActualColumn[];
  readonly indexes: readonly ActualIndex[];
}

/** Only PostgreSQL distinguishes `userId` from `userid`. */
export const isSameName = (dialect: DialectName, one: string, other: string): boolean =>
  one === other || (dialect !== "postgres" && one.toLowerCase() === other.toLowerCase());

export const findColumn = (existing: ActualTable, dialect: DialectName, column: string): ActualColumn | undefined =>
  existing.columns.find(({ name }) => isSameName(dialect, name, column));

export interface Actual {
  /** Whether the schema of the tables exists; true for the search path. */
  readonly hasSchema: boolean;
  /** The table that the database resolves by this name. */
  table(name: string): ActualTable | null;
  /** Names unavailable for a new index. */
  readonly takenNames: ReadonlySet<string>;
}

interface ColumnLine extends ActualColumn {
  readonly table: string;
}

interface IndexLine {
  readonly table: string;
  readonly name: string;
  readonly column: string | null;
  readonly isUnique: boolean;
  readonly isPlain: boolean;
  readonly isUnfinished: boolean;
  readonly isLookup: boolean;
  readonly isSearch: boolean;
}

/** Reads the current tables of the schema; null: as a query without a schema name finds them. */
export async function readActual(session: Connection, dialect: Dialect, schema: string | null): Promise<Actual> {
  const [columns, indexes, isCaseSensitive] = await readLines(session, dialect, schema);
  const fold = (name: string): string => (isCaseSensitive ? name : name.toLowerCase());
  const tables = new Map<string, ActualTable>();
  for (const [name, lines] of grouped(columns, ({ table }) => table)) {
    const own = indexes.filter(({ table }) => table === name);
    tables.set(fold(name), { name, columns: lines, indexes: collect(own) });
  }
  return {
    hasSchema: schema === null || (await exists(session, dialect, schema)),
    table: (name) => tables.get(fold(name)) ?? null,
    takenNames: new Set([...tables.keys(), ...indexes.map(({ name }) => name)]),
  };
}

async function exists(session: Connection, dialect: Dialect, schema: string): Promise<boolean> {
  const query = sql`select 1 as "one" from pg_namespace where nspname = ${schema}`;
  return (await rowsOf(session, dialect, ["one"], query)).length > 0;
}

async function readLines(
  session: Connection,
  dialect: Dialect,
  schema: string | null,
): Promise<[ColumnLine[], IndexLine[], boolean]> {
  const { columns, indexes } = catalogues[dialect.name](isOurs(schema));
  const columnRows = await rowsOf(session, dialect, columnNames, columns);
  const indexRows = await rowsOf(session, dialect, indexNames, indexes);
  const isCaseSensitive = dialect.name === "mysql" ? await tellsCase(session, dialect) : dialect.name === "postgres";
  return [columnRows.map(asColumn), indexRows.map(asIndex), isCaseSensitive];
}

/** Whether table names are case-sensitive on this MySQL server. */
async function tellsCase(session: Connection, dialect: Dialect): Promise<boolean> {
  const [row] = await rowsOf(session, dialect, ["folding"], sql`select @@lower_case_table_names as folding`);
  return Number(row?.folding) === 0;
}

function grouped<T>(lines: readonly T[], keyOf: (line: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const line of lines) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line]);
  return groups;
}

function collect(lines: readonly IndexLine[]): ActualIndex[] {
  return [...grouped(lines, ({ name }) => name)].map(([name, parts]) => ({
    name,
    columns: parts.map(({ column }) => column ?? ""),
    isUnique: parts.every(({ isUnique }) => isUnique),
    isPlain: parts.every(({ isPlain, column }) => isPlain && column !== null),
    // Names as this package makes them: an unfinished index of another tool is left.
    isUnfinished: parts.some(({ isUnfinished }) => isUnfinished) && /_(unique|idx|search)(_\w+)?$/.test(name),
    isLookup: parts.every(({ isLookup }) => isLookup),
    isSearch: parts[0]?.isSearch ?? false,
  }));
}

const columnNames = [
  ...["table", "name", "type", "fullType", "most", "values"],
  ...["isNullable", "hasDefault", "charset", "collation"],
] as const;
const indexNames = ["table", "name", "column", "isUnique", "isPlain", "isUnfinished", "isLookup", "isSearch"] as const;

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

const asColumn = (row: Readonly<Partial<Record<(typeof columnNames)[number], unknown>>>): ColumnLine => ({
  table: String(row.table),
  name: String(row.name),
  type: String(row.type).toLowerCase(),
  fullType: String(row.fullType),
  most: row.most === null || row.most === undefined ? null : Number(row.most),
  values: valuesOf(textOrNull(row.values)),
  isNullable: Boolean(row.isNullable),
  hasDefault: Boolean(row.hasDefault),
  charset: textOrNull(row.charset),
  collation: textOrNull(row.collation),
});

/** Of the list of PostgreSQL, a label per line, or of the declaration of MySQL, `enum('a','b')`. */
function valuesOf(given: string | null): string[] | null {
  const declared = given === null ? null : /^enum\((.*)\)$/s.exec(given);
  if (!declared) return given?.split("\n") ?? null;
  return [...(declared[1] ?? "").matchAll(/'((?:[^']|'')*)'/g)].map(([, value = ""]) => value.replaceAll("''", "'"));
}

const asIndex = (row: Readonly<Partial<Record<(typeof indexNames)[number], unknown>>>): IndexLine => ({
  table: String(row.table),
  name: String(row.name),
  column: textOrNull(row.column),
  isUnique: Boolean(row.isUnique),
  isPlain: Boolean(row.isPlain),
  isUnfinished: Boolean(row.isUnfinished),
  isLookup: Boolean(row.isLookup),
  isSearch: Boolean(row.isSearch),
});

/** The condition on a table of PostgreSQL. */
const isOurs = (schema: string | null): Sql =>
  schema === null
    ? sql`pg_table_is_visible(t.oid)
      and t.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`
    : sql`t.relnamespace = (select oid from pg_namespace where nspname = ${schema})`;

interface Catalogue {
  readonly columns: Sql;
  readonly indexes: Sql;
}

/** The catalogue queries of each database, with the columns above in their order. */
const catalogues: Readonly<Record<DialectName, (isOurs: Sql) => Catalogue>> = {
  sqlite: () => ({
    columns: sql`
    select t.name as "table", c.name as "name", c.type as "type", c.type as "fullType", null as "most", null as "values",
      c."notnull" = 0 as "isNullable",
      c.dflt_value is not null as "hasDefault", null as "charset", null as "collation"
    from sqlite_master t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' order by t.name, c.cid`,
    indexes: sql`
    select t.name as "table", l.name as "name", i.name as "column", l."unique" as "isUnique", l.partial = 0 as "isPlain",
      0 as "isUnfinished", 1 as "isLookup", upper(i.coll) = 'BINARY' as "isSearch"
    from sqlite_master t join pragma_index_list(t.name) l join pragma_index_xinfo(l.name) i
    where t.type = 'table' and i.key = 1 order by l.name, i.seqno`,
  }),
  postgres: (isOurs) => ({
    columns: sql`
    select t.relname as "table", a.attname as "name", format_type(a.atttypid, null) as "type",
      format_type(a.atttypid, a.atttypmod) as "fullType",
      ${postgresTextLength} as "most",
      (select string_agg(e.enumlabel, chr(10) order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid) as "values",
      not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "hasDefault",
      null as "charset", null as "collation"
    from pg_class t join pg_attribute a on a.attrelid = t.oid
    where t.relkind in ('r', 'p') and ${isOurs} and a.attnum > 0 and not a.attisdropped
    order by t.relname, a.attnum`,
    indexes: sql`
    select t.relname as "table", n.relname as "name", a.attname as "column", x.indisunique as "isUnique",
      x.indpred is null and x.indisvalid as "isPlain", not x.indisvalid as "isUnfinished", k.collated = a.attcollation as "isLookup",
      k.collated = 'pg_catalog."C"'::regcollation and o.opcdefault and m.amname = 'btree' as "isSearch"
    from pg_index x
      join pg_class t on t.oid = x.indrelid
      join pg_class n on n.oid = x.indexrelid
      join pg_am m on m.oid = n.relam
      cross join lateral unnest(x.indkey::int2[], x.indcollation::oid[], x.indclass::oid[])
        with ordinality as k (number, collated, class, position)
      left join pg_opclass o on o.oid = k.class
      left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number and k.number > 0
    where ${isOurs} and k.position <= x.indnkeyatts
    order by n.relname, k.position`,
  }),
  mysql: () => ({
    columns: sql`
    select c.table_name as \`table\`, c.column_name as \`name\`, c.data_type as \`type\`, c.column_type as \`fullType\`,
      ${mysqlTextLength} as \`most\`,
      case when c.data_type = 'enum' then c.column_type end as \`values\`,
      c.is_nullable = 'YES' as \`isNullable\`,
      c.column_default is not null or c.extra like '%auto_increment%' as \`hasDefault\`,
      c.character_set_name as \`charset\`, c.collation_name as \`collation\`
    from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = database() and t.table_type = 'BASE TABLE'
    order by c.table_name, c.ordinal_position`,
    indexes: sql`
    select s.table_name as \`table\`, concat(s.table_name, '.', s.index_name) as \`name\`, s.column_name as \`column\`,
      s.non_unique = 0 as \`isUnique\`, s.index_type = 'BTREE' as \`isPlain\`,
      false as \`isUnfinished\`, true as \`isLookup\`, true as \`isSearch\`
    from information_schema.statistics s where s.table_schema = database()
    order by s.table_name, s.index_name, s.seq_in_index`,
  }),
};
