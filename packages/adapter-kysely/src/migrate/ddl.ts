import type { Dialect } from "../dialect/dialect.js";
import { compile, join, lit, nothing, raw, ref, type Sql, sql } from "../sql/sql.js";
import type { DesiredColumn, DesiredIndex, DesiredTable } from "./desired.js";
import { typeName } from "./types.js";

/** The character set and collation of a MySQL text; null on other databases. */
export interface TextRules {
  readonly charset: string;
  readonly collation: string;
}

export interface DdlFacts {
  readonly dialect: Dialect;
  /** For new tables on MySQL. */
  readonly exactText: TextRules | null;
  /** The rules of a referenced id, which the referencing column must share. */
  textRulesOfId(table: string): TextRules | null;
  /** The default of a required column in its stored form; null without a constant default. */
  defaultOf(column: DesiredColumn): unknown;
}

export function createTable(facts: DdlFacts, table: DesiredTable): string {
  const { dialect, exactText, textRulesOfId } = facts;
  const columns = table.columns.map((column) => {
    const { references } = column.facts;
    const rules = references === null ? null : textRulesOfId(references);
    return sql`${ref(column.name)} ${raw(typeName(dialect.name, column))}${textClause(rules)}${required(facts, column)}`;
  });
  const keys = table.columns.flatMap(({ name, facts: { references } }) => {
    if (references === null) return [];
    const target = sql`references ${ref(references)} (${ref("id")}) on delete cascade`;
    return sql`constraint ${ref(`${table.name}_${name}_fk`)} foreign key (${ref(name)}) ${target}`;
  });
  const end = exactText ? sql` engine = InnoDB default${textClause(exactText)}` : nothing;
  const query = sql`create table if not exists ${ref(table.name)} (${join([...columns, ...keys])})${end}`;
  return compile(query, dialect.style).sql;
}

function required({ dialect, defaultOf }: DdlFacts, column: DesiredColumn): Sql {
  const { name, facts } = column;
  if (name === "id") return raw(" not null primary key");
  const initial = defaultOf(column);
  // MySQL supports no default for unlimited texts.
  const hasDefault = initial !== null && !(dialect.name === "mysql" && /text$/.test(typeName(dialect.name, column)));
  return sql`${hasDefault ? sql` default ${lit(initial)}` : nothing}${raw(facts.isOptional ? "" : " not null")}`;
}

const textClause = (rules: TextRules | null): Sql =>
  rules ? raw(` character set ${rules.charset} collate ${rules.collation}`) : nothing;

/** `initial` is the value for existing rows. */
export function addColumn(facts: DdlFacts, table: string, column: DesiredColumn, initial: unknown): string {
  const { dialect, exactText, textRulesOfId } = facts;
  const { references, kind, isOptional } = column.facts;
  const hasDefault = initial !== null;
  const type = typeName(dialect.name, column, hasDefault);
  const isText = /^(varchar|text|longtext)/.test(type) && (kind === "text" || kind === "json");
  const rules = references === null ? exactText : textRulesOfId(references);
  const parts = [
    sql`alter table ${ref(table)} add column ${dialect.name === "postgres" ? raw("if not exists ") : nothing}`,
    sql`${ref(column.name)} ${raw(type)}${textClause(isText && dialect.name === "mysql" ? rules : null)}`,
    hasDefault ? sql` default ${lit(initial)}` : nothing,
    isOptional ? nothing : raw(" not null"),
    references === null ? nothing : foreignKey(dialect, table, column.name, references),
  ];
  return compile(join(parts, ""), dialect.style).sql;
}

/** MySQL ignores an inline reference of a column. */
function foreignKey({ name }: Dialect, table: string, column: string, target: string): Sql {
  const references = sql`references ${ref(target)} (${ref("id")}) on delete cascade`;
  if (name !== "mysql") return sql` ${references}`;
  return sql`, add constraint ${ref(`${table}_${column}_fk`)} foreign key (${ref(column)}) ${references}`;
}

/** `lengths`: the indexed prefix length of columns too long for MySQL. */
export function createIndex(
  { dialect }: DdlFacts,
  name: string,
  table: string,
  { columns, isUnique, isSearch }: DesiredIndex,
  lengths: ReadonlyMap<string, number>,
): string {
  const keys = columns.map((column) => {
    const length = lengths.get(column);
    if (length !== undefined) return sql`${ref(column)}(${lit(length)})`;
    return isSearch ? dialect.searchable(ref(column)) : ref(column);
  });
  const unique = raw(isUnique ? "unique " : "");
  const ifMissing = raw(dialect.name === "mysql" ? "" : "if not exists ");
  const query = sql`create ${unique}index ${ifMissing}${ref(name)} on ${ref(table)} (${join(keys)})`;
  return compile(query, dialect.style).sql;
}
