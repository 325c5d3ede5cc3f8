import { type ColumnDefinitionBuilder, type CreateTableBuilder, type RawBuilder, sql } from "kysely";
import type { Dialect } from "../dialect/dialect.js";
import type { DesiredColumn, DesiredIndex, DesiredTable } from "./desired.js";
import { typeName } from "./types.js";

/** The character set and collation that a MySQL text needs; null on other databases. */
export interface TextRules {
  readonly charset: string;
  readonly collation: string;
}

export interface DdlFacts {
  readonly dialect: Dialect;
  /** For new tables on MySQL. */
  readonly exactText: TextRules | null;
  /** Those of the id that a column references, which the column must share. */
  textRulesOfId(table: string): TextRules | null;
}

export function createTable({ dialect, exactText, textRulesOfId }: DdlFacts, table: DesiredTable): string {
  let builder: CreateTableBuilder<string, string> = dialect.builder.schema.createTable(table.name).ifNotExists();
  for (const column of table.columns) {
    const { references } = column.facts;
    const rules = references === null ? null : textRulesOfId(references);
    const type = sql`${sql.raw(typeName(dialect.name, column))}${textClause(rules)}`;
    builder = builder.addColumn(column.name, type, (definition) => required(definition, column));
    if (references !== null) {
      builder = builder.addForeignKeyConstraint(
        `${table.name}_${column.name}_fk`,
        [column.name],
        references,
        ["id"],
        (key) => key.onDelete("cascade"),
      );
    }
  }
  if (exactText) builder = builder.modifyEnd(sql`engine = InnoDB default${textClause(exactText)}`);
  return builder.compile().sql;
}

const required = (definition: ColumnDefinitionBuilder, { name, facts }: DesiredColumn): ColumnDefinitionBuilder => {
  const once = facts.isOptional ? definition : definition.notNull();
  return name === "id" ? once.primaryKey() : once;
};

const textClause = (rules: TextRules | null): RawBuilder<unknown> =>
  rules ? sql.raw(` character set ${rules.charset} collate ${rules.collation}`) : sql.raw("");

/** `initial` is the value that rows get which are already there. */
export function addColumn(facts: DdlFacts, table: string, column: DesiredColumn, initial: unknown): string {
  const { dialect, exactText, textRulesOfId } = facts;
  const { references, kind, isOptional } = column.facts;
  const hasDefault = initial !== null;
  const type = typeName(dialect.name, column, hasDefault);
  const isText = /^(varchar|text|longtext)/.test(type) && (kind === "text" || kind === "json");
  const rules = references === null ? exactText : textRulesOfId(references);
  const parts = [
    sql`alter table ${sql.table(table)} add column ${dialect.name === "postgres" ? sql.raw("if not exists ") : sql.raw("")}`,
    sql`${sql.ref(column.name)} ${sql.raw(type)}${textClause(isText && dialect.name === "mysql" ? rules : null)}`,
    hasDefault ? sql` default ${sql.lit(initial)}` : sql.raw(""),
    isOptional ? sql.raw("") : sql.raw(" not null"),
    references === null ? sql.raw("") : foreignKey(dialect, table, column.name, references),
  ];
  return sql.join(parts, sql.raw("")).compile(dialect.builder).sql;
}

/** MySQL passes over a reference that is written with the column. */
function foreignKey({ name }: Dialect, table: string, column: string, target: string): RawBuilder<unknown> {
  const references = sql`references ${sql.table(target)} (${sql.ref("id")}) on delete cascade`;
  if (name !== "mysql") return sql` ${references}`;
  return sql`, add constraint ${sql.ref(`${table}_${column}_fk`)} foreign key (${sql.ref(column)}) ${references}`;
}

/** `lengths`: how much of a column is indexed, where MySQL cannot index all of it. */
export function createIndex(
  { dialect }: DdlFacts,
  name: string,
  table: string,
  { columns, isUnique, isSearch }: DesiredIndex,
  lengths: ReadonlyMap<string, number>,
): string {
  const keys = columns.map((column) => {
    const length = lengths.get(column);
    if (length !== undefined) return sql`${sql.ref(column)}(${sql.lit(length)})`;
    return isSearch ? dialect.searchable(sql.ref(column)) : sql.ref(column);
  });
  const unique = sql.raw(isUnique ? "unique " : "");
  const ifMissing = sql.raw(dialect.name === "mysql" ? "" : "if not exists ");
  return sql`create ${unique}index ${ifMissing}${sql.ref(name)} on ${sql.table(table)} (${sql.join(keys)})`.compile(
    dialect.builder,
  ).sql;
}
