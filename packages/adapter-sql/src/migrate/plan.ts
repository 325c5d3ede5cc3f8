import type { Schema } from "@keyhold/core/adapter";
import { createMultiWriter } from "../adapter/multi-writer.js";
import type { Dialect } from "../dialect/dialect.js";
import { dialects } from "../dialect/dialects.js";
import type { Connection } from "../driver/driver.js";
import { ref, sql } from "../sql/sql.js";
import type { SqlDatabase } from "../sql-database.js";
import { parts } from "../sql-parts.js";
import { type TableDescription, tablesOf } from "../tables/tables-of.js";
import { type Actual, readActual } from "./actual.js";
import { applySteps } from "./apply.js";
import { applyOnline } from "./apply-online.js";
import { type Comparison, compareTables, missingColumns } from "./compare.js";
import { type TextRules, tableRef } from "./ddl.js";
import { rowsOf } from "./query.js";

/** The plan of a migration: review the plan, then apply it. */
export interface MigrationPlan {
  readonly statements: readonly string[];
  /** The statements, each with a description. */
  readonly steps: readonly MigrationStep[];
  /** Whether the database already matches the models. */
  readonly isEmpty: boolean;
  /** Existing differences that may cause errors, and are left unchanged. */
  readonly warnings: readonly string[];
  /** Returns steps and warnings as text, each on a line. */
  describe(): string;
  /** Runs the statements. Several processes may do so concurrently. */
  apply(options?: ApplyOptions): Promise<void>;
}

/** A statement of a migration. */
export interface MigrationStep {
  readonly sql: string;
  /** What the statement does, e.g. `create the table "user"`. */
  readonly summary: string;
}

/** The options of `apply`. */
export interface ApplyOptions {
  /**
   * Whether the app goes on reading and writing the tables meanwhile: indexes are built concurrently, and no statement
   * makes queries wait for more than a second. Each statement commits alone; after an interruption, plan again.
   * Default false: on PostgreSQL and SQLite all statements commit together, and tables are locked until then.
   */
  readonly online?: boolean;
  /** Called before each statement; again from the first statement if a deadlock rolled the migration back. */
  readonly onStep?: (step: MigrationStep) => void;
}

/**
 * Compares the models with the database. The plan creates missing tables, columns and indexes. Existing tables,
 * columns and indexes are never dropped or altered.
 *
 * @param database the database passed to `createAuth`
 * @param schema `auth.schema`
 * @throws Error if a required column without a default is missing in a table with rows
 * @example
 * const plan = await planMigration(database, auth.schema);
 * console.log(plan.describe());
 * await plan.apply();
 */
export async function planMigration(database: SqlDatabase, schema: Schema): Promise<MigrationPlan> {
  const { type, session } = database;
  const { tables } = database[parts];
  if (!session) throw new Error(noMigrations(database.name));
  const dialect = dialects[type];
  const isMultiWriter = await createMultiWriter(dialect, tables).isOn(session);
  const desired = tablesOf(schema, type, { ...tables, multiWriter: isMultiWriter });
  const actual = await readActual(session, dialect, tables.naming.schema ?? null);
  const comparison = compareTables(desired, actual, {
    dialect,
    exactText: type === "mysql" ? await exactText(session, dialect) : null,
    filledTables: await filledTables(session, dialect, desired, actual),
  });
  return {
    statements: comparison.steps.map((step) => step.sql),
    steps: comparison.steps,
    isEmpty: comparison.steps.length === 0,
    warnings: comparison.warnings,
    describe: () => describe(comparison),
    apply: ({ online = false, onStep = () => undefined } = {}) =>
      (online ? applyOnline : applySteps)(session, dialect, comparison.steps, { onStep, isMultiWriter }),
  };
}

const noMigrations = (name: string): string =>
  `${name} runs no migrations: generate its schema with \`npx keyhold generate\`, and migrate with the tool of the app.`;

function describe({ steps, warnings }: Comparison): string {
  const lines = [...steps.map(({ summary }) => summary), ...warnings.map((warning) => `warning: ${warning}`)];
  return lines.length === 0 ? "The database is up to date." : lines.join("\n");
}

/** The most exact collation of the server: distinguishes all texts, if possible trailing spaces too. */
async function exactText(session: Connection, dialect: Dialect): Promise<TextRules> {
  const query = sql`
    select collation_name as name from information_schema.collations
    where collation_name in ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')`;
  const [row] = await rowsOf(session, dialect, ["name"], query);
  return { charset: "utf8mb4", collation: String(row?.name ?? "utf8mb4_bin") };
}

/** The tables with rows, among those that get a required column. */
async function filledTables(
  session: Connection,
  dialect: Dialect,
  desired: readonly TableDescription[],
  actual: Actual,
): Promise<Set<string>> {
  const filled = new Set<string>();
  for (const table of desired) {
    const existing = actual.table(table.name);
    const added = existing ? missingColumns(table, existing, dialect.name) : [];
    if (added.every(({ facts }) => facts.isOptional)) continue;
    const rows = await rowsOf(
      session,
      dialect,
      ["one"],
      sql`select 1 as ${ref("one")} from ${tableRef(table)} limit 1`,
    );
    if (rows.length > 0) filled.add(table.name);
  }
  return filled;
}
