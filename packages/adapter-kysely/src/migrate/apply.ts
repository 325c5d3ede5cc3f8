import { type Kysely, sql } from "kysely";
import { explain, isWorthAnotherTry, mostTries, pause } from "../adapter/fault.js";
import type { Dialect, Tables } from "../dialect/dialect.js";
import { property, textProperty } from "../dialect/error.js";
import type { Step } from "./compare.js";

/** Runs the steps in order, one process at a time. All or nothing, except on MySQL, whose DDL commits by itself. */
export async function applySteps(kysely: Kysely<Tables>, dialect: Dialect, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  for (let attempt = 1; ; attempt++) {
    try {
      return await alone(kysely, dialect, async (connection) => {
        for (const step of steps) await applyStep(connection, dialect, step);
      });
    } catch (error) {
      if (attempt === mostTries || !isWorthAnotherTry(dialect, error)) throw explain(dialect, error);
      await pause(attempt);
    }
  }
}

/** A number for PostgreSQL's advisory lock and a name for MySQL's, that nobody else uses. */
const lockNumber = 5_391_862_207;
const lockName = "keyhold migration";

async function alone(
  kysely: Kysely<Tables>,
  { name }: Dialect,
  work: (connection: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  if (name === "postgres") {
    return kysely.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(lockNumber)})`.execute(transaction);
      await work(transaction);
    });
  }
  return kysely.connection().execute(async (connection) => {
    const [lock, unlock, undo] =
      name === "sqlite"
        ? [sql`begin immediate`, sql`commit`, sql`rollback`]
        : [
            sql`select get_lock(${lockName}, 60)`,
            sql`select release_lock(${lockName})`,
            sql`select release_lock(${lockName})`,
          ];
    await lock.execute(connection);
    try {
      await work(connection);
      await unlock.execute(connection);
    } catch (error) {
      await undo.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}

async function applyStep(
  connection: Kysely<Tables>,
  dialect: Dialect,
  { sql: statement, summary }: Step,
): Promise<void> {
  try {
    await sql.raw(statement).execute(connection);
  } catch (error) {
    if (isThereAlready(error)) return;
    if (dialect.fault(error) === "conflict") {
      throw new Error(`Could not ${summary}: some rows have the same values. Remove the doubles first.`, {
        cause: error,
      });
    }
    if (isWorthAnotherTry(dialect, error)) throw error;
    throw new Error(`Could not ${summary}.`, { cause: error });
  }
}

/** Another process was faster: table, column or index exists (MySQL 1050, 1060, 1061). */
const isThereAlready = (error: unknown): boolean =>
  [1050, 1060, 1061].includes(Number(property(error, "errno"))) ||
  /duplicate column name/.test(textProperty(error, "message"));
