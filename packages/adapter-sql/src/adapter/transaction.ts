import { StorageUnavailable } from "@keyhold/core/adapter";
import type { Connection } from "../driver/driver.js";
import type { Pass } from "../driver/row-gate.js";
import type { AdapterState } from "./adapter-state.js";
import { explain, isWorthAnotherTry, OutOfTurn, pause } from "./fault.js";
import { type Holder, lockInOrder } from "./lock.js";
import { enter } from "./lock-parent.js";
import { createLocks, type Lock, type Wanted } from "./locks.js";
import type { Place } from "./place.js";

/** A run of a transaction. */
export interface Attempt {
  /** The rows requested by earlier runs. */
  readonly wanted: Wanted;
  readonly pass: Pass;
  /** The failures of the run's statements, oldest first. */
  readonly failures: unknown[];
}

/** Runs `work` in a transaction, and again if the database requests another run. */
export const transact = <T>(
  state: AdapterState,
  work: (holder: Holder) => Promise<T>,
  first: Lock | null = null,
): Promise<T> =>
  runUntilDone(state, first, (attempt) =>
    state.driver.transaction(async (connection) => work(await openHolder(state, connection, attempt))),
  );

/**
 * Runs a transaction again if the database requests another run. Before taking a connection, each run waits for `first`
 * and for the rows requested by an earlier run.
 */
export async function runUntilDone<T>(
  state: AdapterState,
  first: Lock | null,
  run: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const wanted: Wanted = new Map();
  for (let attempt = 1; ; attempt++) {
    const entering = enter(state, first ? [first, ...wanted.values()] : [...wanted.values()]);
    // Without a turn to wait for, callers get connections in the order of their calls.
    const pass = entering instanceof Promise ? await entering : entering;
    const failures: unknown[] = [];
    try {
      return await run({ wanted, pass, failures });
    } catch (error) {
      // The work may have caught the first failure and thrown another error.
      const cause = failures.length > 0 ? failures[0] : error;
      if (!isWorthAnotherTry(state.dialect, cause) && !(await state.room.learn(state.driver, cause)))
        throw state.room.explained(explain(state.dialect, error, state.driver));
      if (!(await state.multiWriter.mayRunAgain(attempt, state.driver))) throw tooBusy(cause, attempt);
    } finally {
      pass.leave();
    }
    await pause(attempt);
  }
}

/** The scope of a run on a connection, with the rows locked that earlier runs requested. */
export async function openHolder(
  state: AdapterState,
  connection: Connection,
  { wanted, pass, failures }: Attempt,
): Promise<Holder> {
  const holder: Holder = {
    place: createPlace(state, connection, failures),
    connection,
    locks: createLocks(wanted),
    pass,
    outOfTurn() {
      const error = new OutOfTurn();
      failures.push(error);
      return error;
    },
  };
  if (wanted.size > 0) await lockInOrder(state, holder, wanted);
  return holder;
}

const tooBusy = (cause: unknown, tries: number): StorageUnavailable =>
  new StorageUnavailable(`The transaction met locks of other transactions ${tries} times.`, {
    cause,
    reason: "locked by another transaction",
  });

/** Runs statements on the connection of a transaction, and records failures; a conflict is a result, not a failure. */
function createPlace(state: AdapterState, connection: Connection, failures: unknown[]): Place {
  function failed(error: unknown): never {
    if (state.dialect.fault(error) !== "conflict") failures.push(error);
    throw explain(state.dialect, error, state.driver);
  }
  const place: Place = {
    isInTransaction: true,
    run({ prepared, parameters }) {
      try {
        const answer = connection.run(prepared.statement, parameters);
        return answer instanceof Promise ? answer.catch(failed) : answer;
      } catch (error) {
        return failed(error);
      }
    },
    together: (work) => work(place),
  };
  return place;
}
