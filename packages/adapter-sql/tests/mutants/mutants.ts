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

/** Another parameter for each statement. */
const withParameters =
  (change: (parameter: unknown) => unknown): Mutant =>
  (driver) => {
    const changed = ({ run }: Connection): Connection => ({
      run: (statement, parameters) => run(statement, parameters.map(change)),
    });
    return {
      ...driver,
      run: changed(driver).run,
      transaction: (work) => driver.transaction((connection) => work(changed(connection))),
    };
  };

/** Errors inside of another error, as of an ORM. */
const withWrappedErrors: Mutant = (driver) => {
  const wrapped = ({ run }: Connection): Connection => ({
    async run(...given) {
      try {
        return await run(...given);
      } catch (cause) {
        throw new Error("The query failed.", { cause });
      }
    },
  });
  return {
    ...driver,
    run: wrapped(driver).run,
    transaction: (work) => driver.transaction((connection) => work(wrapped(connection))),
  };
};

/** Transactions with another first statement, for PostgreSQL. */
const withFirst =
  (sql: string): Mutant =>
  (driver) => ({
    ...driver,
    transaction: (work) =>
      driver.transaction(async (connection) => {
        await connection.run({ sql, columns: [], isRead: false }, []);
        return work(connection);
      }),
  });

/** Faults of a driver. The part of the suite for drivers finds each of them. */
export const driverMutants: Readonly<Record<string, Mutant>> = {
  "sends each statement of a transaction alone": (driver) => ({
    ...driver,
    transaction: (work) => work({ run: driver.run }),
  }),
  "commits a transaction whose work fails": (driver) => ({
    ...driver,
    async transaction(work) {
      const ended = await driver.transaction(async (connection) => {
        try {
          return { answer: await work(connection) };
        } catch (error) {
          return { error };
        }
      });
      if ("error" in ended) throw ended.error;
      return ended.answer;
    },
  }),
  "reads an old snapshot": withFirst("set transaction isolation level repeatable read"),
  "wraps the errors of its client": withWrappedErrors,
  "has no deadlocks to run again": withoutRetry,
  "trims texts": withParameters((parameter) => (typeof parameter === "string" ? parameter.trim() : parameter)),
  "answers that no row was written": (driver) => {
    const changed = ({ run }: Connection): Connection => ({
      run: async (...given) => ({ ...(await run(...given)), affected: 0 }),
    });
    return {
      ...driver,
      run: changed(driver).run,
      transaction: (work) => driver.transaction((connection) => work(changed(connection))),
    };
  },
};

/** Faults of statements that an author of an adapter could make. The suite finds each of them. */
export const mutants: Readonly<Record<string, Mutant>> = {
  "locks no row": withSql((sql) => sql.replace(/ for update( skip locked)?$/, "")),
  "waits for a lock out of order": withSql((sql) => sql.replace(/ for update skip locked$/, " for update")),
  "clears no column of a removed row": withSql((sql) =>
    sql.replace(/^(update \S+ set \S+ = null where )/, "$1 1 = 0 and "),
  ),
  "does not run a transaction again": withoutRetry,
  "sorts texts by a language": withSql((sql) => sql.replaceAll(' collate "C"', "")),
};
