import type { DialectName } from "../dialect/dialect.js";
import type { ColumnDescription, TableDescription } from "../tables/tables-of.js";
import { isFitting, maxOf, maxOfNumber, wordsOfRoom } from "../tables/types.js";
import { type ActualColumn, type ActualTable, findColumn, isSameName } from "./actual.js";

/** The differences of an existing table that may cause errors, and that no plan changes. */
export function warningsFor(table: TableDescription, existing: ActualTable, dialect: DialectName): string[] {
  const warnings: string[] = [];
  const loose: string[] = [];
  const foreign: string[] = [];
  for (const wanted of table.columns) {
    const column = findColumn(existing, dialect, wanted.name);
    if (!column) continue;
    const { name, facts, isIndexed } = wanted;
    warnings.push(...aboutType(dialect, table, wanted, column));
    if (facts.isOptional && !column.isNullable) {
      warnings.push(`"${table.name}.${name}" is NOT NULL, but rows with null will be written`);
    }
    if (isIndexed && facts.kind === "text" && isLoose(wanted, column)) loose.push(name);
    if (facts.kind === "text" && !isIdLike(wanted) && column.charset !== null && column.charset !== "utf8mb4")
      foreign.push(name);
  }
  if (loose.length > 0) {
    warnings.push(
      `"${table.name}" compares ${loose.join(", ")} without case: values that differ only by case conflict`,
    );
  }
  if (foreign.length > 0) {
    warnings.push(
      `"${table.name}" stores ${foreign.join(", ")} in a character set without all characters: make it utf8mb4, or writes of other texts will fail`,
    );
  }
  for (const column of existing.columns) {
    const isKnown = table.columns.some(({ name }) => isSameName(dialect, name, column.name));
    if (!isKnown && !column.isNullable && !column.hasDefault) {
      warnings.push(`"${table.name}.${column.name}" is required, but in no model: inserts of new rows will fail`);
    }
  }
  return warnings;
}

/** Whether the column compares without case. Addresses are written in lower case: citext changes nothing for them. */
const isLoose = ({ property }: ColumnDescription, { type, collation }: ActualColumn): boolean =>
  Boolean(collation?.endsWith("_ci")) || (/\bcitext$/.test(type) && property !== "email");

/** Ids and states have only ASCII characters. */
const isIdLike = ({ property, facts }: ColumnDescription): boolean =>
  property === "id" || facts.references !== null || facts.clearedWith !== null || facts.states !== null;

function aboutType(
  dialect: DialectName,
  table: TableDescription,
  { name, property, facts, isUuid }: ColumnDescription,
  column: ActualColumn,
): string[] {
  const subject = `"${table.name}.${name}"`;
  if (column.values !== null && facts.kind === "text") {
    const missing = facts.states?.filter((state) => !column.values?.includes(state)) ?? [];
    const values = missing.map((value) => `"${value}"`).join(", ");
    return missing.length === 0 ? [] : [`${subject} is an enum without ${values}: writes of it will fail`];
  }
  if (!isFitting(dialect, facts.kind, column.type))
    return [`${subject} has the type ${column.type}, which may not fit ${facts.kind} values`];
  if (dialect === "postgres" && isUuid !== (column.type === "uuid")) {
    if (isUuid) return [];
    return [`${subject} has the type uuid, which holds no other texts: set the option \`ids\` to "uuid7" or "uuid4"`];
  }
  const wanted = maxOf({ property, facts });
  const most = column.most ?? maxOfNumber(dialect, column.type);
  if (most === null || wanted === null || most >= wanted) return [];
  return [`${subject} has the type ${column.fullType}, ${wordsOfRoom(facts, wanted)}`];
}
