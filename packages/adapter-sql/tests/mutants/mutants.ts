import type { Connection, Driver } from "../../src/index.js";

type Mutant = (driver: Driver) => Driver;

/** Every statement with another text. */
const withSql =
  (change: (sql: string) => string): Mutant =>
  (driver) => {
    const changed = (connection: Connection): Connection => ({
      run: (statement, parameters) => connection.run(changedStatement(statement), parameters),
    });
    // A driver prepares each statement once.
    const known = new WeakMap<object, Parameters<Connection["run"]>[0]>();
    const changedStatement = (statement: Parameters<Connection["run"]>[0]) => {
      const made = known.get(statement) ?? { ...statement, sql: change(statement.sql) };
      known.set(statement, made);
      return made;
    };
    return {
      ...driver,
      run: changed(driver).run,
      transaction: (work) => driver.transaction((connection) => work(changed(connection))),
    };
  };

/** Deadlocks as errors of another kind. */
const withoutRetry: Mutant = (driver) => ({
  ...driver,
  async transaction(work) {
    try {
      return await driver.transaction(async (connection) =>
        work({ run: async (...given) => unwrapped(connection, given) }),
      );
    } catch (error) {
      throw plain(error);
    }
  },
});

async function unwrapped(connection: Connection, given: Parameters<Connection["run"]>) {
  try {
    return await connection.run(...given);
  } catch (error) {
    throw plain(error);
  }
}

const plain = (error: unknown): unknown => {
  const { code, errno } = error as { code?: string; errno?: number };
  return code === "40P01" || errno === 1213 ? new Error("A deadlock.") : error;
};

/** Faults that an author of an adapter could make. The suite finds each of them. */
export const mutants: Readonly<Record<string, Mutant>> = {
  "locks no row": withSql((sql) => sql.replace(/ for update( skip locked)?$/, "")),
  "waits for a lock out of order": withSql((sql) => sql.replace(/ for update skip locked$/, " for update")),
  "clears no column of a removed row": withSql((sql) =>
    sql.replace(/^(update \S+ set \S+ = null where )/, "$1 1 = 0 and "),
  ),
  "does not run a transaction again": withoutRetry,
  "sorts texts by a language": withSql((sql) => sql.replaceAll(' collate "C"', "")),
};
