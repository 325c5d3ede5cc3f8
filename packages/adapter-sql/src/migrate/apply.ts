import { explain, isWorthAnotherTry, pause } from "../adapter/fault.js";
import type { Dialect, DialectName } from "../dialect/dialect.js";
import { property, textProperty } from "../dialect/error.js";
import type { Connection, Session } from "../driver/driver.js";
import type { Step } from "./defaults.js";
import { execute } from "./query.js";

const maxTries = 5;

/** The way of a migration. */
export interface Manner {
  /** Called before each step. */
  onStep(step: Step): void;
  /** Whether the database has several writers. */
  readonly isMultiWriter: boolean;
}

/**
 * Runs the steps in order, one process at a time. Atomic, except on MySQL, whose DDL commits implicitly.
 *
 * Where MySQL has several writers, the lock by name is local to a server or forbidden. There several processes may run
 * the steps at once: all servers of the cluster run such statements one after another, and the second statement finds
 * the table, column or index already there.
 */
export async function applySteps(
  session: Session,
  dialect: Dialect,
  steps: readonly Step[],
  { onStep, isMultiWriter }: Manner,
): Promise<void> {
  if (steps.length === 0) return;
  for (let attempt = 1; ; attempt++) {
    try {
      return await alone(session, isMultiWriter ? unlocked(dialect) : frames[dialect.name], async (connection) => {
        for (const step of steps) {
          onStep(step);
          await applyStep(connection, dialect, step);
        }
      });
    } catch (error) {
      if (attempt === maxTries || !isWorthAnotherTry(dialect, error)) throw explain(dialect, error, { session });
      await pause(attempt);
    }
  }
}

interface Frame {
  readonly begin: readonly string[];
  readonly commit: string | null;
  readonly rollback: string | null;
}

/**
 * The statements to begin, commit and roll back. PostgreSQL's lock is a number and MySQL's a name, both chosen to be
 * unique to this package.
 */
const frames: Readonly<Record<DialectName, Frame>> = {
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

/** A frame without a lock by name. */
const unlocked = ({ name }: Dialect): Frame =>
  name === "mysql" ? { begin: [], commit: null, rollback: null } : frames[name];

async function alone(
  session: Session,
  { begin, commit, rollback }: Frame,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  return session.alone(async (connection) => {
    let hasBegun = false;
    try {
      for (const statement of begin) {
        await execute(connection, statement);
        hasBegun = true;
      }
      await work(connection);
      if (commit !== null) await execute(connection, commit);
    } catch (error) {
      // The first error is more informative than the second.
      if (hasBegun && rollback !== null) await execute(connection, rollback).catch(() => undefined);
      throw error;
    }
  });
}

export async function applyStep(connection: Connection, dialect: Dialect, { sql, summary }: Step): Promise<void> {
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
