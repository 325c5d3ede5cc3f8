import { type Conflict, isConflict } from "./conflict.js";
import { createQueue } from "./queue.js";
import type { RowDatabase, SharedRows } from "./row-store.js";
import { StorageUnavailable } from "./unavailable.js";

/**
 * Gives `work` an open transaction as a database: each write and each transaction is a part that is undone alone. Parts
 * run one at a time, since the parts of a connection cannot overlap.
 */
export async function insideShared<T>(
  { store, part, now }: SharedRows,
  work: (database: RowDatabase) => Promise<T>,
): Promise<T> {
  const turns = createTurns();
  const read = turns.take;
  const write = <T>(verb: () => Promise<T>): Promise<T> => read(() => undoingConflict(part, verb));
  try {
    return await work({
      find: (model, where, options) => read(() => store.find(model, where, options)),
      list: (model, where, options) => read(() => store.list(model, where, options)),
      count: (model, where) => read(() => store.count(model, where)),
      exists: (model, where) => read(() => store.exists(model, where)),
      insert: (model, row) => write(() => store.insert(model, row)),
      update: (model, id, changes, under) => write(() => store.update(model, id, changes, under)),
      transition: (model, id, column, change, under) => write(() => store.transition(model, id, column, change, under)),
      add: (model, id, column, change, under) => write(() => store.add(model, id, column, change, under)),
      consume: (model, where) => write(() => store.consume(model, where)),
      remove: (model, where, under) => write(() => store.remove(model, where, under)),
      removeSome: (model, where, limit) => write(() => store.removeSome(model, where, limit)),
      transaction: (inner) => read(() => part(() => inner(store))),
      now: () => read(now),
    });
  } finally {
    await turns.close();
  }
}

/** Ends a part because of a conflict, which is then the answer. */
class Undone extends Error {
  override readonly name = "Undone";
  constructor(readonly conflict: Conflict) {
    super("The write was in conflict, and is undone.");
  }
}

async function undoingConflict<T>(part: SharedRows["part"], verb: () => Promise<T>): Promise<T> {
  let conflict: T | null = null;
  try {
    return await part(async () => {
      const answer = await verb();
      if (!isConflict(answer)) return answer;
      conflict = answer;
      throw new Undone(answer);
    });
  } catch (error) {
    if (error instanceof Undone && conflict !== null) return conflict;
    throw error;
  }
}

/**
 * How long a verb waits for an earlier verb. A verb that is called inside of an inner transaction would wait for
 * itself.
 */
const maxWaitMilliseconds = 5000;

interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Allows no further turn; resolves when the last turn has ended. */
  close(): Promise<void>;
}

function createTurns(): Turns {
  const queue = createQueue();
  let isClosed = false;
  return {
    take: (work) =>
      new Promise((resolve, reject) => {
        let isLate = false;
        const timer = setTimeout(() => {
          isLate = true;
          reject(new StorageUnavailable(tooLong, { reason: "locked by another transaction" }));
        }, maxWaitMilliseconds);
        const run = async (): Promise<void> => {
          clearTimeout(timer);
          if (isLate) return;
          if (isClosed) return reject(new Error("The transaction has ended; its verbs cannot be used any more."));
          await work().then(resolve, reject);
        };
        queue.run(run).catch(reject);
      }),
    close() {
      isClosed = true;
      return queue.settled();
    },
  };
}

const tooLong =
  `The transaction of the app was not free for ${maxWaitMilliseconds} ms. ` +
  "Inside of an inner transaction, use its `tx`, not the outer adapter.";
