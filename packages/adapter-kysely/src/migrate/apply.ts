import { explain, isWorthAnotherTry, maxTries, pause } from "../adapter/fault.js";
import type { Dialect, DialectName } from "../dialect/dialect.js";
import { property, textProperty } from "../dialect/error.js";
import type { Connection, Session } from "../driver/driver.js";
import type { Step } from "./defaults.js";
import { execute } from "./query.js";

/** Runs the steps in order, one process at a time. Atomic, except on MySQL, whose DDL commits implicitly. */
export async function applySteps(session: Session, dialect: Dialect, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  for (let attempt = 1; ; attempt++) {
    try {
      return await alone(session, dialect, async (connection) => {
        for (const step of steps) await applyStep(connection, dialect, step);
      });
    } catch (error) {
      if (attempt === maxTries || !isWorthAnotherTry(dialect, error)) throw explain(dialect, error);
      await pause(attempt);
    }
  }
}

/**
 * The statements to begin, commit and roll back. PostgreSQL's lock is a number and MySQL's a name, both chosen to be
 * unique to this package.
 */
const frames: Readonly<Record<DialectName, { readonly begin: readonly string[]; commit: string; rollback: string }>> = {
  sqlite: { begin: ["begin immediate"], commit: "commit", rollback: "rollback" },
  postgres: {
    begin: ["begin", "select pg_advisory_xact_lock(5391862207)"],
    commit: "commit",
    rollback: "rollback",
  },
  mysql: {
    begin: ["do get_lock('keyhold migration', 60)"],
    commit: "do release_lock('keyhold migration')",
    rollback: "do release_lock('keyhold migration')",
  },
};

async function alone(
  session: Session,
  { name }: Dialect,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  const { begin, commit, rollback } = frames[name];
  return session.alone(async (connection) => {
    const [first = "", ...others] = begin;
    await execute(connection, first);
    try {
      for (const statement of others) await execute(connection, statement);
      await work(connection);
      await execute(connection, commit);
    } catch (error) {
      // The first error is more informative than the second.
      await execute(connection, rollback).catch(() => undefined);
      throw error;
    }
  });
}

async function applyStep(connection: Connection, dialect: Dialect, { sql, summary }: Step): Promise<void> {
  try {
    await execute(connection, sql);
  } catch (error) {
    if (isThereAlready(error)) return;
    if (dialect.fault(error) === "conflict") {
      throw new Error(`Could not ${summary}: some rows have the same values. Remove the duplicates first.`, {
        cause: error,
      });
    }
    if (isWorthAnotherTry(dialect, error)) throw error;
    throw new Error(`Could not ${summary}.`, { cause: error });
  }
}

/** Another process was faster: the table, column or index already exists (MySQL 1050, 1060, 1061). */
const isThereAlready = (error: unknown): boolean =>
  [1050, 1060, 1061].includes(Number(property(error, "errno"))) ||
  /duplicate column name/.test(textProperty(error, "message"));
