import { isStorageUnavailable, type SharedRows } from "@keyhold/core/adapter";
import type { Connection, Driver } from "../driver/driver.js";
import type { AdapterState } from "./adapter-state.js";
import { OutOfTurn } from "./fault.js";
import { now } from "./now.js";
import { openHolder, runUntilDone } from "./transaction.js";
import { verbsOf } from "./verbs.js";

/**
 * Runs `work` in a transaction that the app shares, and again if the database requests another run. A savepoint marks
 * the begin of the last part. Releasing the savepoint proves that the transaction is still open: a statement of the app
 * may have ended the transaction, e.g. by a deadlock on MySQL, and the app may have caught the error.
 */
export const share = <T>(
  state: AdapterState,
  shared: NonNullable<Driver["shared"]>,
  work: (rows: SharedRows, tx: unknown) => Promise<T>,
): Promise<T> =>
  runUntilDone(state, null, (attempt) => {
    const parts = createParts(state, attempt.failures);
    return shared(async (connection, tx) => {
      await parts.begin(connection);
      const holder = await openHolder(state, connection, attempt);
      const rows: SharedRows = {
        store: verbsOf(state, holder),
        part: (work) => parts.run(connection, work),
        now: () => now(state, holder.place),
      };
      const answer = await work(rows, tx);
      await parts.end(connection);
      return answer;
    }, parts.guard);
  });

interface Parts {
  begin(connection: Connection): Promise<void>;
  run<T>(connection: Connection, work: () => Promise<T>): Promise<T>;
  /** Throws if the transaction must not commit. */
  end(connection: Connection): Promise<void>;
  readonly guard: () => void;
}

/** `failures`: all failures of the last part, or the failure that has ended the whole transaction. */
function createParts(state: AdapterState, failures: unknown[]): Parts {
  let isOpen = false;

  const command = async (connection: Connection, sql: string): Promise<void> => {
    try {
      await connection.run({ sql, columns: [], isRead: false }, []);
    } catch (error) {
      failures.push(error);
      throw new Error(hasEnded, { cause: error });
    }
  };

  /** On these the database may have rolled back everything, or the work must run again. */
  const endsAll = (error: unknown): boolean =>
    error instanceof OutOfTurn ||
    isStorageUnavailable(error) ||
    state.room.mayLearnOf(error) ||
    ["again", "locked", "unavailable"].includes(state.dialect.fault(error));

  const throwIfEnded = (): void => {
    if (failures.length > 0)
      throw new Error("Rolled back: a statement of the transaction failed.", { cause: failures[0] });
  };

  return {
    begin: (connection) => command(connection, "savepoint keyhold"),
    async run(connection, work) {
      throwIfEnded();
      await command(connection, "release savepoint keyhold");
      await command(connection, "savepoint keyhold");
      isOpen = true;
      try {
        return await work();
      } catch (error) {
        if (failures.some(endsAll)) throw error;
        failures.length = 0;
        await command(connection, "rollback to savepoint keyhold");
        throw error;
      } finally {
        isOpen = false;
      }
    },
    async end(connection) {
      throwIfEnded();
      await command(connection, "release savepoint keyhold");
    },
    guard() {
      if (isOpen) throw new Error(overlapping);
    },
  };
}

const hasEnded =
  "Rolled back: the transaction ended before its work. A statement of the app failed, and its error was caught: let it " +
  "end the work of auth.transaction.";
const overlapping =
  "A statement of the app ran at the same time as a call of `api` in auth.transaction: await the call first.";
