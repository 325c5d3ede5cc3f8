import type { Schema } from "@keyhold/core/adapter";
import { isConflict } from "@keyhold/core/plugin";
import type { Release } from "./lock.js";
import type { Scope } from "./scope.js";
import type { Store } from "./store.js";
import type { Run } from "./verbs.js";
import { commit } from "./view.js";

/** Shared by all verbs and transactions of one adapter. */
export interface Ground {
  readonly schema: Schema;
  readonly store: Store;
  readonly lock: () => Promise<Release>;
  readonly pause: () => Promise<void>;
}

/** Runs a reading step on committed rows, without waiting. */
export async function readAlone<T>(ground: Ground, step: (scope: Scope) => T): Promise<T> {
  await ground.pause();
  const answer = step({ schema: ground.schema, view: { store: ground.store, changes: null }, locked: null });
  await ground.pause();
  return answer;
}

/** Runs a writing step as its own transaction. A conflict writes no row, and is returned. */
export async function writeAlone<T>(ground: Ground, step: (scope: Scope) => T): Promise<T> {
  await ground.pause();
  const release = await ground.lock();
  try {
    const scope = openScope(ground, null);
    const answer = step(scope);
    commit(scope.view);
    return answer;
  } finally {
    release();
    await ground.pause();
  }
}

/**
 * Runs `work` as the only writer, and commits its writes in one step at the end. A thrown error, a conflict or a failed
 * verb rolls back all writes.
 */
export async function transact<T>(ground: Ground, work: (run: Run, scope: Scope) => Promise<T>): Promise<T> {
  const release = await ground.lock();
  const scope = openScope(ground, new Set());
  let end: string | null = null;

  const run: Run = async (step) => {
    throwAfter(end);
    await ground.pause();
    // Another verb may have ended the transaction during the pause.
    throwAfter(end);
    try {
      const answer = step(scope);
      if (isConflict(answer)) end = `a conflict on "${answer.model}.${answer.column}"`;
      return answer;
    } catch (error) {
      end = "a failed verb";
      throw error;
    } finally {
      await ground.pause();
    }
  };

  try {
    const answer = await work(run, scope);
    if (end) throw new Error(`The transaction was rolled back: its work continued after ${end}.`);
    commit(scope.view);
    return answer;
  } finally {
    end = "the end of the transaction";
    release();
  }
}

const openScope = (ground: Ground, locked: Set<string> | null): Scope => ({
  schema: ground.schema,
  view: { store: ground.store, changes: new Map() },
  locked,
});

function throwAfter(end: string | null): void {
  if (end) throw new Error(`No verb is possible after ${end}.`);
}
