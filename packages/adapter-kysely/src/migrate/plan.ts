import type { Schema } from "@keyhold/core";
import { type Kysely, sql } from "kysely";
import type { Dialect, Tables } from "../dialect/dialect.js";
import { dialects } from "../dialect/dialects.js";
import type { KyselyDatabase } from "../kysely-adapter.js";
import { type Actual, readActual } from "./actual.js";
import { applySteps } from "./apply.js";
import { type Comparison, compareTables, missingColumns } from "./compare.js";
import type { TextRules } from "./ddl.js";
import { type DesiredTable, desiredTables } from "./desired.js";

/** What a migration would do: to be read, and then applied. */
export interface MigrationPlan {
  readonly statements: readonly string[];
  /** The database has everything that the models ask for. */
  readonly isEmpty: boolean;
  /** What is there and may not do, but is left as it is. */
  readonly warnings: readonly string[];
  /** Steps and warnings in words, one per line. */
  describe(): string;
  /** Runs the statements. Safe when several processes do so at once. */
  apply(): Promise<void>;
}

/**
 * Compares the models with the database. The plan creates what is missing, and never drops or alters anything.
 *
 * @example
 * const plan = await planMigration(database, auth.schema);
 * console.log(plan.describe());
 * await plan.apply();
 */
export async function planMigration({ kysely, type }: KyselyDatabase, schema: Schema): Promise<MigrationPlan> {
  const dialect = dialects[type];
  const desired = desiredTables(schema);
  const actual = await readActual(kysely, type);
  const comparison = compareTables(desired, actual, {
    dialect,
    exactText: type === "mysql" ? await exactText(kysely) : null,
    filledTables: await filledTables(kysely, dialect, desired, actual),
  });
  return {
    statements: comparison.steps.map((step) => step.sql),
    isEmpty: comparison.steps.length === 0,
    warnings: comparison.warnings,
    describe: () => describe(comparison),
    apply: () => applySteps(kysely, dialect, comparison.steps),
  };
}

function describe({ steps, warnings }: Comparison): string {
  const lines = [...steps.map(({ summary }) => summary), ...warnings.map((warning) => `warning: ${warning}`)];
  return lines.length === 0 ? "The database is up to date." : lines.join("\n");
}

/** The collation that tells all texts apart, trailing spaces too, where the server has one. */
async function exactText(kysely: Kysely<Tables>): Promise<TextRules> {
  const { rows } = await sql<{ name: string }>`
    select collation_name as name from information_schema.collations
    where collation_name in ('utf8mb4_nopad_bin', 'utf8mb4_0900_bin')`.execute(kysely);
  return { charset: "utf8mb4", collation: rows[0]?.name ?? "utf8mb4_bin" };
}

/** Of the tables that get a required column, those that hold rows already. */
async function filledTables(
  kysely: Kysely<Tables>,
  dialect: Dialect,
  desired: readonly DesiredTable[],
  actual: Actual,
): Promise<Set<string>> {
  const filled = new Set<string>();
  for (const table of desired) {
    const existing = actual.table(table.name);
    const added = existing ? missingColumns(table, existing, dialect.name) : [];
    if (added.every(({ facts }) => facts.isOptional)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table.name)} limit 1`.execute(kysely);
    if (rows.length > 0) filled.add(table.name);
  }
  return filled;
}
