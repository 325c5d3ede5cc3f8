import { explain, pause } from "../adapter/fault.js";
import type { Dialect, DialectName } from "../dialect/dialect.js";
import type { Connection, Session } from "../driver/driver.js";
import { applyStep, type Manner } from "./apply.js";
import type { Step } from "./defaults.js";
import { execute } from "./query.js";

/**
 * Runs the steps while the app reads and writes the tables. Each step commits alone, and waits for a lock for at most
 * a second, since every query of the table would wait behind the step. After an interruption a new plan has the
 * remaining steps.
 */
export async function applyOnline(
  session: Session,
  dialect: Dialect,
  steps: readonly Step[],
  { onStep, isMultiWriter }: Manner,
): Promise<void> {
  if (steps.length === 0) return;
  const { begin, end, ...frame } = frames[dialect.name];
  // With several writers the lock by name of MySQL is local to a server, or forbidden.
  const isFree = isMultiWriter && dialect.name === "mysql" ? null : frame.isFree;
  await session.alone(async (connection) => {
    // Tries again after a pause: while a session waits in a query, the build of an index could not end.
    while (isFree && !(await isTrue(connection, isFree))) await pause(5);
    try {
      for (const statement of begin) await execute(connection, statement);
      for (const step of steps) {
        onStep(step);
        await patiently(dialect, () => applyOne(connection, dialect, step));
      }
    } catch (error) {
      throw explain(dialect, error, { session });
    } finally {
      for (const statement of end) await execute(connection, statement).catch(() => undefined);
    }
  });
}

async function applyOne(connection: Connection, dialect: Dialect, step: Step): Promise<void> {
  const { shortWait, indexWait } = frames[dialect.name];
  const wait = step.onlineSql === undefined ? shortWait : indexWait;
  if (wait) await execute(connection, wait);
  await applyStep(connection, dialect, { ...step, sql: step.onlineSql ?? step.sql });
}

interface Frame {
  /** Takes the lock of migrations if free. */
  readonly isFree: string | null;
  readonly shortWait: string | null;
  /** PostgreSQL's wait blocks no query, and would leave half an index; MySQL's is at the end of a long build. */
  readonly indexWait: string | null;
  readonly begin: readonly string[];
  readonly end: readonly string[];
}

/** `applySteps` takes these locks too: online and offline migrations wait for each other. */
const frames: Readonly<Record<DialectName, Frame>> = {
  sqlite: { isFree: null, shortWait: null, indexWait: null, begin: [], end: [] },
  postgres: {
    isFree: 'select pg_try_advisory_lock(5391862207) as "free"',
    shortWait: "set lock_timeout = '1s'",
    indexWait: "set lock_timeout = 0",
    begin: [],
    end: ["reset lock_timeout", "select pg_advisory_unlock(5391862207)"],
  },
  mysql: {
    isFree: "select get_lock('keyhold migration', 0) as `free`",
    // With checks of foreign keys MySQL would copy the table for a new foreign key. A new column has no row to check.
    begin: ["set session foreign_key_checks = 0"],
    shortWait: "set session lock_wait_timeout = 1",
    indexWait: "set session lock_wait_timeout = 5",
    end: [
      "set session lock_wait_timeout = default, session foreign_key_checks = default",
      "do release_lock('keyhold migration')",
    ],
  },
};

async function isTrue(connection: Connection, query: string): Promise<boolean> {
  const { rows } = await connection.run({ sql: query, columns: ["free"], isRead: false }, []);
  return rows[0]?.[0] === true || Number(rows[0]?.[0]) === 1;
}

/** A table in use all the time has a moment without a long transaction within five minutes, or a DBA has to help. */
const maxTries = 200;

async function patiently(dialect: Dialect, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof Error && error.cause ? error.cause : error;
      if (attempt === maxTries || dialect.fault(cause) !== "locked") throw error;
      await pause(6);
    }
  }
}
