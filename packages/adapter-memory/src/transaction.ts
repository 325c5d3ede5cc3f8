import type { Schema } from "@keyhold/core/adapter";
import { isConflict } from "@keyhold/core/plugin";
import type { Release } from "./lock.js";
import type { Scope } from "./scope.js";
import type { Store } from "./store.js";
import type { Run } from "./verbs.js";
import { commit } from "./view.js";

/** What every verb and transaction of one adapter shares. */
export interface Ground {
  readonly schema: Schema;
  readonly store: Store;
  readonly lock: () => Promise<Release>;
  readonly pause: () => Promise<void>;
}

/** One reading step on committed rows. Waits for nobody. */
export async function readAlone<T>(ground: Ground, step: (scope: Scope) => T): Promise<T> {
  await ground.pause();
  const answer = step({ schema: ground.schema, view: { store: ground.store, changes: null }, locked: null });
  await ground.pause();
  return answer;
}

/** One writing step that is a transaction of its own. A conflict has written nothing: it is an answer like any other. */
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
 * Runs `work` alone among writers, and makes what it wrote visible in one step at its end.
 * A throw, a conflict or a refused verb leaves nothing behind.
 */
export async function transact<T>(ground: Ground, work: (run: Run, scope: Scope) => Promise<T>): Promise<T> {
  const release = await ground.lock();
  const scope = openScope(ground, new Set());
  let end: string | null = null;

  const run: Run = async (step) => {
    refuseAfter(end);
    await ground.pause();
    // Another verb may have ended the transaction during the pause.
    refuseAfter(end);
    try {
      const answer = step(scope);
      if (isConflict(answer)) end = `a conflict on "${answer.model}.${answer.column}"`;
      return answer;
    } catch (error) {
      end = "a refused verb";
      throw error;
    } finally {
      await ground.pause();
    }
  };

  try {
    const answer = await work(run, scope);
    if (end) throw new Error(`The transaction was rolled back: its work went on after ${end}.`);
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

function refuseAfter(end: string | null): void {
  if (end) throw new Error(`No verb is possible after ${end}.`);
}
