import { StorageUnavailable } from "@keyhold/core/adapter";
import { type Conflict, isConflict } from "@keyhold/core/plugin";
import type { Connection } from "../driver/driver.js";
import type { Pass } from "../driver/row-gate.js";
import type { AdapterState } from "./adapter-state.js";
import { explain, isWorthAnotherTry, maxTries, pause } from "./fault.js";
import { type Holder, lockInOrder } from "./lock.js";
import { enter } from "./lock-parent.js";
import { createLocks, type Lock, type Wanted } from "./locks.js";
import type { Place } from "./place.js";
import { createQueue } from "./queue.js";
import type { Watch } from "./verbs.js";

/** One run of one transaction. */
export interface Transaction extends Holder {
  readonly watch: Watch;
}

/** The reason for the end of a transaction before its work ends. */
type End =
  | { readonly by: "conflict"; readonly conflict: Conflict }
  | { readonly by: "failure"; readonly error: unknown }
  | { readonly by: "end" };

/**
 * Runs `work` in a transaction, and again if the database requests it. Commits only if no verb had a conflict or
 * failed. Before taking a connection, it waits for its turn on `first` and on the rows requested by an earlier run.
 */
export async function transact<T>(
  state: AdapterState,
  work: (transaction: Transaction) => Promise<T>,
  first: Lock | null = null,
): Promise<T> {
  const wanted: Wanted = new Map();
  for (let attempt = 1; ; attempt++) {
    const entering = enter(state, first ? [first, ...wanted.values()] : [...wanted.values()]);
    // Without a turn to wait for, callers get connections in the order of their calls.
    const pass = entering instanceof Promise ? await entering : entering;
    const run = createRun(state, wanted, pass);
    try {
      return await state.driver.transaction(async (connection) => {
        const answer = await run.on(connection, work);
        throwIfHalf(run.end());
        return answer;
      });
    } catch (error) {
      const end = run.end();
      const cause = end?.by === "failure" ? end.error : error;
      if (!isWorthAnotherTry(state.dialect, cause)) throw explain(state.dialect, error);
      if (attempt === maxTries) throw tooBusy(cause);
    } finally {
      pass.leave();
    }
    await pause(attempt);
  }
}

const tooBusy = (cause: unknown): StorageUnavailable =>
  new StorageUnavailable(`The transaction met locks of other transactions ${maxTries} times.`, {
    cause,
    reason: "locked by another transaction",
  });

interface Run {
  on<T>(connection: Connection, work: (transaction: Transaction) => Promise<T>): Promise<T>;
  end(): End | null;
}

function createRun(state: AdapterState, wanted: Wanted, pass: Pass): Run {
  const locked = new Set<string>();
  const queue = createQueue();
  let end: End | null = null;

  /** Records a failure of the driver; a conflict is recorded when the verb returns it. */
  function failed(error: unknown): never {
    if (state.dialect.fault(error) !== "conflict") end ??= { by: "failure", error };
    throw explain(state.dialect, error);
  }

  function createPlace(connection: Connection): Place {
    const place: Place = {
      run(statement, values) {
        try {
          const answer = connection.run(statement.statement, statement.bind(values));
          return answer instanceof Promise ? answer.catch(failed) : answer;
        } catch (error) {
          return failed(error);
        }
      },
      together: (work) => work(place),
      parentId(plan, parent) {
        const { parent: parentName, name } = plan.model;
        if (parentName === null) return null;
        if (parent && locked.has(`${parentName}:${parent.id}`)) return parent.id;
        throw new Error(`A write of "${name}" needs its "${parentName}" locked by this transaction.`);
      },
      lock: (plan, row) => locked.add(`${plan.name}:${String(row.id)}`),
    };
    return place;
  }

  const watch: Watch = (verb) =>
    queue.run(async () => {
      throwAfter(end);
      try {
        const answer = await verb();
        if (isConflict(answer)) end ??= { by: "conflict", conflict: answer };
        return answer;
      } catch (error) {
        end ??= { by: "failure", error };
        throw error;
      }
    });

  return {
    async on(connection, work) {
      try {
        const holder: Holder = { place: createPlace(connection), locks: createLocks(wanted), pass };
        if (wanted.size > 0) await watch(() => lockInOrder(state, holder, wanted));
        return await work({ ...holder, watch });
      } finally {
        end ??= { by: "end" };
        await queue.settled();
      }
    },
    end: () => end,
  };
}

/** A half must never be committed: work that goes on after a conflict or a failure is rolled back. */
function throwIfHalf(end: End | null): void {
  if (end?.by === "conflict") {
    const { model, column } = end.conflict;
    throw new Error(`Rolled back: the work returned although "${model}.${column}" was in conflict. Throw instead.`);
  }
  if (end?.by === "failure")
    throw new Error("Rolled back: the work returned although a verb failed.", { cause: end.error });
}

function throwAfter(end: End | null): void {
  if (end?.by === "conflict") throw new Error("No verb is possible after a conflict: end the transaction by a throw.");
  if (end?.by === "failure") throw new Error("No verb is possible after one failed: end the transaction by a throw.");
  if (end) throw new Error("The transaction has ended; its verbs cannot be used any more.");
}
